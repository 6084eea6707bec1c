-- The MSI directory protocol, row for row as msi.c has it (its head names the source), for rumur and CMurphi: one address, one
-- core a cache, which may issue any load or store, and replacements at any time.  scripts/bench-explorer sets the number here.
--
-- As in the kit, a core's request and what its cache makes of it are one step, as are an answer and the access that it
-- completes; and a store makes every other copy of the datum grow old in the same step (the kit's ghost state).  The channels of
-- forwarded requests keep the order and have room for two messages, the others for one: the protocol never puts in more.
const
  CACHES: 3;
  VALUES: 1;

type
  NODE: scalarset(CACHES);
  VALUE: 0..VALUES - 1;
  COUNT: -CACHES..CACHES;
  AGE: enum { Newest, Stale };
  DATA: record value: VALUE; age: AGE; end;
  CACHE: enum { I, S, M, IS_D, IM_AD, IM_A, SM_AD, SM_A, MI_A, SI_A, II_A };
  DIRECTORY: enum { Dir_I, Dir_S, Dir_M, S_D };
  REQUEST: enum { NoRequest, GetS, GetM, PutS, PutM };
  FORWARD: enum { NoForward, FwdGetS, FwdGetM, Inv, PutAck };

var
  cache: array [NODE] of record
    state: CACHE;
    data: DATA;
    pending: COUNT; -- acknowledgements that are in, less those to expect
    value: VALUE;   -- of the store that waits
  end;
  directory: record state: DIRECTORY; memory: DATA; sharers: array [NODE] of boolean; owner: NODE; end;
  request: array [NODE] of record kind: REQUEST; data: DATA; end;                           -- cache to directory
  first, second: array [NODE] of record kind: FORWARD; requester: NODE; end;                -- directory to cache
  answer: array [NODE] of record full: boolean; data: DATA; count: COUNT; end;              -- directory to cache: Data
  to_directory: array [NODE] of record full: boolean; data: DATA; end;                      -- cache to directory: Data
  peer: array [NODE] of array [NODE] of record full, is_data: boolean; data: DATA; end;     -- to a cache from a cache

-- ---- data ----

procedure GrowOld(var d: DATA);
begin
  if !isundefined(d.age) then if d.age = Newest then d.age := Stale; end; end;
end;

procedure Perform(n: NODE; value: VALUE);
begin
  for i: NODE do
    GrowOld(cache[i].data); GrowOld(request[i].data); GrowOld(answer[i].data); GrowOld(to_directory[i].data);
    for j: NODE do GrowOld(peer[i][j].data); end;
  end;
  GrowOld(directory.memory);
  cache[n].data.value := value; cache[n].data.age := Newest;
end;

-- ---- channels ----

procedure SendRequest(n: NODE; kind: REQUEST);
begin
  if request[n].kind != NoRequest then error "two requests"; end;
  request[n].kind := kind;
end;

procedure TakeRequest(n: NODE);
begin
  request[n].kind := NoRequest; undefine request[n].data;
end;

procedure SendForward(n: NODE; kind: FORWARD);
begin
  if first[n].kind = NoForward then first[n].kind := kind;
  else
    if second[n].kind != NoForward then error "three forwarded requests"; end;
    second[n].kind := kind;
  end;
end;

procedure ForwardOf(n: NODE; kind: FORWARD; requester: NODE);
begin
  SendForward(n, kind);
  if second[n].kind = NoForward then first[n].requester := requester; else second[n].requester := requester; end;
end;

procedure TakeForward(n: NODE);
begin
  first[n] := second[n];
  second[n].kind := NoForward; undefine second[n].requester;
end;

procedure SendData(n: NODE; count: COUNT);
begin
  if answer[n].full then error "two answers"; end;
  answer[n].full := true; answer[n].data := directory.memory; answer[n].count := count;
end;

procedure TakeAnswer(n: NODE);
begin
  answer[n].full := false; undefine answer[n].data; undefine answer[n].count;
end;

procedure SendPeer(from: NODE; target: NODE; is_data: boolean);
begin
  if peer[target][from].full then error "two responses between caches"; end;
  peer[target][from].full := true; peer[target][from].is_data := is_data;
  if is_data then peer[target][from].data := cache[from].data; end;
end;

procedure TakePeer(n: NODE; from: NODE);
begin
  peer[n][from].full := false; undefine peer[n][from].is_data; undefine peer[n][from].data;
end;

procedure DataToDirectory(n: NODE);
begin
  if to_directory[n].full then error "two responses to the directory"; end;
  to_directory[n].full := true; to_directory[n].data := cache[n].data;
end;

-- ---- a cache's accesses ----

procedure StoreDone(n: NODE);
begin
  cache[n].pending := 0;
  Perform(n, cache[n].value);
  undefine cache[n].value;
  cache[n].state := M;
end;

procedure Drop(n: NODE; state: CACHE);
begin
  undefine cache[n].data; cache[n].state := state;
end;

-- ---- the directory ----

function OtherSharers(n: NODE): COUNT;
var others: COUNT;
begin
  others := 0;
  for i: NODE do if i != n & directory.sharers[i] then others := others + 1; end; end;
  return others;
end;

procedure Own(n: NODE);
begin
  directory.owner := n; directory.state := Dir_M;
end;

procedure Acknowledge(n: NODE);
begin
  TakeRequest(n); SendForward(n, PutAck);
end;

-- ---- the beginning ----

startstate
  for n: NODE do
    Drop(n, I); cache[n].pending := 0; undefine cache[n].value;
    TakeRequest(n); TakeAnswer(n); to_directory[n].full := false; undefine to_directory[n].data;
    second[n].kind := NoForward; undefine second[n].requester; TakeForward(n);
    for m: NODE do TakePeer(n, m); end;
    directory.sharers[n] := false;
  end;
  directory.state := Dir_I; directory.memory.value := 0; directory.memory.age := Newest; undefine directory.owner;
end;

-- ---- table 8.1 ----

ruleset n: NODE do

  rule "8.1 I/load" cache[n].state = I ==> SendRequest(n, GetS); cache[n].state := IS_D; end;
  rule "8.1 S/load" cache[n].state = S ==> end;
  rule "8.1 M/load" cache[n].state = M ==> end;

  ruleset value: VALUE do
    rule "8.1 I/store" cache[n].state = I ==> SendRequest(n, GetM); cache[n].value := value; cache[n].state := IM_AD; end;
    rule "8.1 S/store" cache[n].state = S ==> SendRequest(n, GetM); cache[n].value := value; cache[n].state := SM_AD; end;
    rule "8.1 M/store" cache[n].state = M ==> Perform(n, value); end;
  end;

  rule "8.1 S/replacement" cache[n].state = S ==> SendRequest(n, PutS); cache[n].state := SI_A; end;
  rule "8.1 M/replacement" cache[n].state = M ==>
    SendRequest(n, PutM); request[n].data := cache[n].data; cache[n].state := MI_A;
  end;

  rule "8.1 IS_D/Data from Dir" cache[n].state = IS_D & answer[n].full ==>
    cache[n].data := answer[n].data; TakeAnswer(n); cache[n].state := S;
  end;
  rule "8.1 IM_AD, SM_AD/Data from Dir (ack=0)"
    (cache[n].state = IM_AD | cache[n].state = SM_AD) & answer[n].full & cache[n].pending + answer[n].count = 0 ==>
    cache[n].data := answer[n].data; TakeAnswer(n); StoreDone(n);
  end;
  rule "8.1 IM_AD, SM_AD/Data from Dir (ack>0)"
    (cache[n].state = IM_AD | cache[n].state = SM_AD) & answer[n].full & cache[n].pending + answer[n].count != 0 ==>
    cache[n].data := answer[n].data; cache[n].pending := cache[n].pending + answer[n].count; TakeAnswer(n);
    if cache[n].state = IM_AD then cache[n].state := IM_A; else cache[n].state := SM_A; end;
  end;

  rule "8.1 Inv" first[n].kind = Inv &
    (cache[n].state = S | cache[n].state = SM_AD | cache[n].state = SI_A) ==>
    SendPeer(n, first[n].requester, false); TakeForward(n);
    if cache[n].state = S then Drop(n, I); elsif cache[n].state = SM_AD then Drop(n, IM_AD); else Drop(n, II_A); end;
  end;
  rule "8.1 Fwd-GetS" first[n].kind = FwdGetS & (cache[n].state = M | cache[n].state = MI_A) ==>
    SendPeer(n, first[n].requester, true); DataToDirectory(n); TakeForward(n);
    if cache[n].state = M then cache[n].state := S; else cache[n].state := SI_A; end;
  end;
  rule "8.1 Fwd-GetM" first[n].kind = FwdGetM & (cache[n].state = M | cache[n].state = MI_A) ==>
    SendPeer(n, first[n].requester, true); TakeForward(n);
    if cache[n].state = M then Drop(n, I); else Drop(n, II_A); end;
  end;
  rule "8.1 Put-Ack" first[n].kind = PutAck ==> TakeForward(n); Drop(n, I); end;

  ruleset m: NODE do

    rule "8.1 IS_D/Data from Owner" cache[n].state = IS_D & peer[n][m].full & peer[n][m].is_data ==>
      cache[n].data := peer[n][m].data; TakePeer(n, m); cache[n].state := S;
    end;
    rule "8.1 IM_AD, SM_AD/Data from Owner"
      (cache[n].state = IM_AD | cache[n].state = SM_AD) & peer[n][m].full & peer[n][m].is_data ==>
      cache[n].data := peer[n][m].data; TakePeer(n, m); StoreDone(n);
    end;
    rule "8.1 Inv-Ack" peer[n][m].full & !peer[n][m].is_data &
      (cache[n].state = IM_AD | cache[n].state = SM_AD | cache[n].pending + 1 != 0) ==>
      cache[n].pending := cache[n].pending + 1; TakePeer(n, m);
    end;
    rule "8.1 Last-Inv-Ack" peer[n][m].full & !peer[n][m].is_data &
      (cache[n].state = IM_A | cache[n].state = SM_A) & cache[n].pending + 1 = 0 ==>
      TakePeer(n, m); StoreDone(n);
    end;

  end

end;

-- ---- table 8.2 ----

ruleset n: NODE do

  rule "8.2 I, S/GetS" (directory.state = Dir_I | directory.state = Dir_S) & request[n].kind = GetS ==>
    SendData(n, 0); directory.sharers[n] := true; directory.state := Dir_S; TakeRequest(n);
  end;
  rule "8.2 I/GetM" directory.state = Dir_I & request[n].kind = GetM ==> SendData(n, 0); Own(n); TakeRequest(n); end;
  rule "8.2 S/GetM" directory.state = Dir_S & request[n].kind = GetM ==>
    SendData(n, -OtherSharers(n));
    for i: NODE do if i != n & directory.sharers[i] then ForwardOf(i, Inv, n); end; directory.sharers[i] := false; end;
    Own(n); TakeRequest(n);
  end;
  rule "8.2 S/PutS" directory.state = Dir_S & request[n].kind = PutS ==>
    if OtherSharers(n) = 0 then directory.state := Dir_I; end;
    directory.sharers[n] := false; Acknowledge(n);
  end;
  rule "8.2 S_D/PutS" directory.state = S_D & request[n].kind = PutS ==> directory.sharers[n] := false; Acknowledge(n); end;
  rule "8.2 I, M/PutS" (directory.state = Dir_I | directory.state = Dir_M) & request[n].kind = PutS ==> Acknowledge(n); end;
  rule "8.2 S, S_D/PutM+data from NonOwner" (directory.state = Dir_S | directory.state = S_D) & request[n].kind = PutM ==>
    directory.sharers[n] := false; Acknowledge(n);
  end;
  rule "8.2 I/PutM+data from NonOwner" directory.state = Dir_I & request[n].kind = PutM ==> Acknowledge(n); end;
  rule "8.2 M/PutM+data from NonOwner" directory.state = Dir_M & request[n].kind = PutM & directory.owner != n ==>
    Acknowledge(n);
  end;
  rule "8.2 M/PutM+data from Owner" directory.state = Dir_M & request[n].kind = PutM & directory.owner = n ==>
    directory.memory := request[n].data; undefine directory.owner; directory.state := Dir_I; Acknowledge(n);
  end;
  rule "8.2 M/GetS" directory.state = Dir_M & request[n].kind = GetS ==>
    ForwardOf(directory.owner, FwdGetS, n);
    directory.sharers[n] := true; directory.sharers[directory.owner] := true; undefine directory.owner;
    directory.state := S_D; TakeRequest(n);
  end;
  rule "8.2 M/GetM" directory.state = Dir_M & request[n].kind = GetM ==>
    ForwardOf(directory.owner, FwdGetM, n); Own(n); TakeRequest(n);
  end;
  rule "8.2 S_D/Data" directory.state = S_D & to_directory[n].full ==>
    directory.memory := to_directory[n].data; to_directory[n].full := false; undefine to_directory[n].data;
    directory.state := Dir_S;
  end;

end;

-- ---- what holds ----

invariant "one writer, or readers"
  forall n: NODE do forall m: NODE do
    n != m & cache[n].state = M -> cache[m].state != M & cache[m].state != S & cache[m].state != SM_AD & cache[m].state != SM_A
  end end;

invariant "a readable copy holds the last store"
  forall n: NODE do
    cache[n].state = M | cache[n].state = S | cache[n].state = SM_AD | cache[n].state = SM_A -> cache[n].data.age = Newest
  end;

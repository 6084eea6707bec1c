-- The kit's mesi (models/directory/mesi), row for row, for rumur and CMurphi, as the most general client drives it: one address, one
-- thread an SM, which may issue any load, store or exchange, and evictions at any time.  scripts/bench-explorer sets the number
-- of SMs here.
--
-- A rule is a row of the kit's table and is named after it; its stalls are the states that guards leave out.  Where the
-- atomicity of the kit differs from what comes naturally here, the kit's was taken:
--   - a core's request and what its L1 makes of it are one step (the kit's synchronous port), as are an answer and the access
--     that it completes;
--   - an eviction in silence is a step of its own, so that this is compared with the kit's search without its reductions;
--   - the age of a datum (newest until a later store is performed anywhere, then stale) is the kit's ghost state: a store makes
--     every other copy grow old, in caches, in the L2, in memory and in flight, in the same step.
-- The kit's networks are bags.  Here each channel has room for one message, since the protocol never puts in a second: to find
-- one there is an error (SendRequest and its like).
const
  SMS: 3;
  VALUES: 1;

type
  NODE: scalarset(SMS);
  VALUE: 0..VALUES - 1;
  COUNT: -SMS..SMS;
  AGE: enum { Newest, Stale };
  DATA: record value: VALUE; age: AGE; end;
  OPERATION: enum { None, Load, Store, Exchange };
  L1_STATE: enum { I, S, E, M, IS, IS_I, IM, SM, M_I, SINK };
  L2_STATE: enum { NP, SS, L2_M, MT, ISS, L2_IS, L2_IM, SS_MB, MT_MB, MT_IIB, MT_IB, MT_SB, MT_I, S_I, L2_M_I };
  REQUEST: enum { NoRequest, GETS, GETX, UPG, PUTX };
  FORWARD: enum { NoForward, INV, FGS, FGX };
  ANSWER: enum { NoAnswer, DATA_L2, DATAE, ACK_L2, WBACK };
  BACK: enum { NoBack, WBD, INVACK };
  PEER: enum { NoPeer, DATA_L1, ACK_L1 };
  UNBLOCK: enum { NoUnblock, UNB, XUNB };

var
  l1: array [NODE] of record
    state: L1_STATE;
    dirty: boolean;
    data: DATA;
    pending: COUNT;       -- acknowledgements that are in, less those to expect
    operation: OPERATION; -- what the core waits for
    value: VALUE;         -- and stores
  end;
  l2: record
    state: L2_STATE;
    dirty: boolean;
    data, memory: DATA;
    sharers: array [NODE] of boolean;
    owner: NODE;
    pending: COUNT;
  end;
  -- requests, L1 to L2; forwards, L2 to L1 (where nobody is the requester, the L2 recalls the line); responses to L1s and from
  -- them to the L2, and to an L1 from an L1; unblocks, L1 to L2
  request: array [NODE] of record kind: REQUEST; data: DATA; dirty: boolean; end;
  forward: array [NODE] of record kind: FORWARD; requester: NODE; end;
  answer: array [NODE] of record kind: ANSWER; data: DATA; count: COUNT; end;
  back: array [NODE] of record kind: BACK; data: DATA; dirty: boolean; end;
  peer: array [NODE] of array [NODE] of record kind: PEER; data: DATA; end;
  unblock: array [NODE] of UNBLOCK;

-- ---- data ----

procedure GrowOld(var d: DATA);
begin
  if !isundefined(d.age) then if d.age = Newest then d.age := Stale; end; end;
end;

procedure Perform(n: NODE; value: VALUE);
begin
  for i: NODE do
    GrowOld(l1[i].data); GrowOld(request[i].data); GrowOld(answer[i].data); GrowOld(back[i].data);
    for j: NODE do GrowOld(peer[i][j].data); end;
  end;
  GrowOld(l2.data); GrowOld(l2.memory);
  l1[n].data.value := value; l1[n].data.age := Newest; l1[n].dirty := true;
end;

-- ---- channels ----

procedure SendRequest(n: NODE; kind: REQUEST);
begin
  if request[n].kind != NoRequest then error "two requests"; end;
  request[n].kind := kind;
end;

procedure SendForward(n: NODE; kind: FORWARD);
begin
  if forward[n].kind != NoForward then error "two forwards"; end;
  forward[n].kind := kind;
end;

procedure SendAnswer(n: NODE; kind: ANSWER);
begin
  if answer[n].kind != NoAnswer then error "two answers"; end;
  answer[n].kind := kind;
end;

procedure SendData(n: NODE; kind: ANSWER; count: COUNT);
begin
  SendAnswer(n, kind); answer[n].data := l2.data; answer[n].count := count;
end;

procedure SendBack(n: NODE; kind: BACK);
begin
  if back[n].kind != NoBack then error "two responses to the L2"; end;
  back[n].kind := kind;
end;

procedure SendPeer(from: NODE; target: NODE; kind: PEER);
begin
  if peer[target][from].kind != NoPeer then error "two responses between L1s"; end;
  peer[target][from].kind := kind;
end;

procedure SendUnblock(n: NODE; kind: UNBLOCK);
begin
  if unblock[n] != NoUnblock then error "two unblocks"; end;
  unblock[n] := kind;
end;

procedure TakeRequest(n: NODE);
begin
  request[n].kind := NoRequest; undefine request[n].data; undefine request[n].dirty;
end;

procedure TakeForward(n: NODE);
begin
  forward[n].kind := NoForward; undefine forward[n].requester;
end;

procedure TakeAnswer(n: NODE);
begin
  answer[n].kind := NoAnswer; undefine answer[n].data; undefine answer[n].count;
end;

procedure TakeBack(n: NODE);
begin
  back[n].kind := NoBack; undefine back[n].data; undefine back[n].dirty;
end;

procedure TakePeer(n: NODE; from: NODE);
begin
  peer[n][from].kind := NoPeer; undefine peer[n][from].data;
end;

-- ---- actions of an L1 ----

procedure Wait(n: NODE; operation: OPERATION; value: VALUE);
begin
  l1[n].operation := operation; l1[n].value := value;
end;

procedure LoadDone(n: NODE);
begin
  l1[n].operation := None; undefine l1[n].value;
end;

procedure StoreDone(n: NODE);
begin
  l1[n].pending := 0; Perform(n, l1[n].value); l1[n].operation := None; undefine l1[n].value; SendUnblock(n, XUNB);
end;

procedure Drop(n: NODE);
begin
  undefine l1[n].data; l1[n].dirty := false;
end;

procedure Acknowledge(n: NODE);
begin
  if isundefined(forward[n].requester) then SendBack(n, INVACK); else SendPeer(n, forward[n].requester, ACK_L1); end;
end;

procedure WriteBack(n: NODE);
begin
  SendBack(n, WBD); back[n].data := l1[n].data; back[n].dirty := l1[n].dirty;
end;

procedure DataToRequester(n: NODE);
begin
  SendPeer(n, forward[n].requester, DATA_L1); peer[forward[n].requester][n].data := l1[n].data;
end;

procedure Evict(n: NODE);
begin
  SendRequest(n, PUTX); request[n].data := l1[n].data; request[n].dirty := l1[n].dirty; l1[n].state := M_I;
end;

-- ---- actions of the L2 ----

function OtherSharers(n: NODE): COUNT;
var others: COUNT;
begin
  others := 0;
  for i: NODE do if i != n & l2.sharers[i] then others := others + 1; end; end;
  return others;
end;

procedure InvalidateOthers(n: NODE);
begin
  for i: NODE do if i != n & l2.sharers[i] then SendForward(i, INV); forward[i].requester := n; end; end;
end;

procedure ForwardTo(owner: NODE; kind: FORWARD; requester: NODE);
begin
  SendForward(owner, kind); forward[owner].requester := requester;
end;

procedure NobodyShares();
begin
  for i: NODE do l2.sharers[i] := false; end;
end;

procedure TakeDataBack(n: NODE);
begin
  l2.data := back[n].data; l2.dirty := l2.dirty | back[n].dirty;
end;

procedure WriteToDram();
begin
  l2.memory := l2.data; l2.state := L2_M_I;
end;

procedure Forget();
begin
  undefine l2.data; l2.dirty := false; NobodyShares(); undefine l2.owner; l2.state := NP;
end;

procedure Share(n: NODE);
begin
  NobodyShares(); l2.sharers[l2.owner] := true; l2.sharers[n] := true; undefine l2.owner;
end;

-- ---- the beginning ----

startstate
  for n: NODE do
    l1[n].state := I; l1[n].pending := 0; l1[n].operation := None; undefine l1[n].value; Drop(n);
    TakeRequest(n); TakeForward(n); TakeAnswer(n); TakeBack(n); unblock[n] := NoUnblock;
    for m: NODE do TakePeer(n, m); end;
  end;
  Forget(); l2.pending := 0; l2.memory.value := 0; l2.memory.age := Newest;
end;

-- ---- the L1 ----

ruleset n: NODE do

  rule "gem5 L1 I/Load" l1[n].state = I & l1[n].operation = None ==>
    l1[n].operation := Load; SendRequest(n, GETS); l1[n].state := IS;
  end;
  rule "gem5 L1 S/Load" l1[n].state = S & l1[n].operation = None ==> end;
  rule "gem5 L1 E/Load" l1[n].state = E & l1[n].operation = None ==> end;
  rule "gem5 L1 M/Load" l1[n].state = M & l1[n].operation = None ==> end;
  rule "gem5 L1 S/L1_Replacement" l1[n].state = S ==> Drop(n); l1[n].state := I; end;
  rule "gem5 L1 E/L1_Replacement" l1[n].state = E ==> Evict(n); end;
  rule "gem5 L1 M/L1_Replacement" l1[n].state = M ==> Evict(n); end;
  rule "gem5 L1 I/Inv" l1[n].state = I & forward[n].kind = INV ==> Acknowledge(n); TakeForward(n); end;
  rule "gem5 L1 S/Inv" l1[n].state = S & forward[n].kind = INV ==>
    Acknowledge(n); Drop(n); l1[n].state := I; TakeForward(n);
  end;
  rule "gem5 L1 E/Inv" l1[n].state = E & forward[n].kind = INV ==>
    Acknowledge(n); Drop(n); l1[n].state := I; TakeForward(n);
  end;
  rule "gem5 L1 M/Inv" l1[n].state = M & forward[n].kind = INV ==> WriteBack(n); Drop(n); l1[n].state := I; TakeForward(n); end;
  rule "gem5 L1 IS/Inv" l1[n].state = IS & forward[n].kind = INV ==> Acknowledge(n); l1[n].state := IS_I; TakeForward(n); end;
  rule "gem5 L1 IS_I/Inv" l1[n].state = IS_I & forward[n].kind = INV ==> Acknowledge(n); TakeForward(n); end;
  rule "gem5 L1 IM/Inv" l1[n].state = IM & forward[n].kind = INV ==> Acknowledge(n); TakeForward(n); end;
  rule "gem5 L1 SM/Inv" l1[n].state = SM & forward[n].kind = INV ==>
    Acknowledge(n); Drop(n); l1[n].state := IM; TakeForward(n);
  end;
  rule "gem5 L1 M_I/Inv" l1[n].state = M_I & forward[n].kind = INV ==>
    WriteBack(n); Drop(n); l1[n].state := SINK; TakeForward(n);
  end;
  rule "gem5 L1 SINK/Inv" l1[n].state = SINK & forward[n].kind = INV ==> Acknowledge(n); TakeForward(n); end;
  rule "gem5 L1 E/Fwd_GETS" l1[n].state = E & forward[n].kind = FGS ==>
    DataToRequester(n); WriteBack(n); l1[n].state := S; TakeForward(n);
  end;
  rule "gem5 L1 E/Fwd_GETX" l1[n].state = E & forward[n].kind = FGX ==>
    DataToRequester(n); Drop(n); l1[n].state := I; TakeForward(n);
  end;
  rule "gem5 L1 M/Fwd_GETS" l1[n].state = M & forward[n].kind = FGS ==>
    DataToRequester(n); WriteBack(n); l1[n].dirty := false; l1[n].state := S; TakeForward(n);
  end;
  rule "gem5 L1 M/Fwd_GETX" l1[n].state = M & forward[n].kind = FGX ==>
    DataToRequester(n); Drop(n); l1[n].state := I; TakeForward(n);
  end;
  rule "gem5 L1 M_I/Fwd_GETS" l1[n].state = M_I & forward[n].kind = FGS ==>
    DataToRequester(n); WriteBack(n); Drop(n); l1[n].state := SINK; TakeForward(n);
  end;
  rule "gem5 L1 M_I/Fwd_GETX" l1[n].state = M_I & forward[n].kind = FGX ==>
    DataToRequester(n); Drop(n); l1[n].state := SINK; TakeForward(n);
  end;
  rule "gem5 L1 M_I/WB_Ack" l1[n].state = M_I & answer[n].kind = WBACK ==> Drop(n); l1[n].state := I; TakeAnswer(n); end;
  rule "gem5 L1 SINK_WB_ACK/WB_Ack" l1[n].state = SINK & answer[n].kind = WBACK ==> l1[n].state := I; TakeAnswer(n); end;
  rule "gem5 L1 IS/Data_all_Acks" l1[n].state = IS & answer[n].kind = DATA_L2 ==>
    l1[n].data := answer[n].data; LoadDone(n); l1[n].state := S; TakeAnswer(n);
  end;
  rule "gem5 L1 IS_I/Data_all_Acks" l1[n].state = IS_I & answer[n].kind = DATA_L2 ==>
    LoadDone(n); l1[n].state := I; TakeAnswer(n);
  end;
  rule "gem5 L1 IS/Data_Exclusive" l1[n].state = IS & answer[n].kind = DATAE ==>
    l1[n].data := answer[n].data; LoadDone(n); SendUnblock(n, XUNB); l1[n].state := E; TakeAnswer(n);
  end;
  rule "gem5 L1 IS_I/Data_Exclusive" l1[n].state = IS_I & answer[n].kind = DATAE ==>
    l1[n].data := answer[n].data; LoadDone(n); SendUnblock(n, XUNB); l1[n].state := E; TakeAnswer(n);
  end;
  rule "gem5 L1 IM/Data_all_Acks, from the L2"
    l1[n].state = IM & answer[n].kind = DATA_L2 & l1[n].pending + answer[n].count = 0 ==>
    l1[n].data := answer[n].data; TakeAnswer(n); StoreDone(n); l1[n].state := M;
  end;
  rule "gem5 L1 IM/Data, from the L2" l1[n].state = IM & answer[n].kind = DATA_L2 & l1[n].pending + answer[n].count != 0 ==>
    l1[n].data := answer[n].data; l1[n].pending := l1[n].pending + answer[n].count; l1[n].state := SM; TakeAnswer(n);
  end;
  rule "gem5 L1 IM/Ack, from the L2" l1[n].state = IM & answer[n].kind = ACK_L2 ==>
    l1[n].pending := l1[n].pending + answer[n].count; TakeAnswer(n);
  end;
  rule "gem5 L1 SM/Ack, from the L2" l1[n].state = SM & answer[n].kind = ACK_L2 & l1[n].pending + answer[n].count != 0 ==>
    l1[n].pending := l1[n].pending + answer[n].count; TakeAnswer(n);
  end;
  rule "gem5 L1 SM/Ack_all, from the L2" l1[n].state = SM & answer[n].kind = ACK_L2 & l1[n].pending + answer[n].count = 0 ==>
    TakeAnswer(n); StoreDone(n); l1[n].state := M;
  end;

  ruleset value: VALUE do
    ruleset operation: OPERATION do

      rule "gem5 L1 I/Store" (operation = Store | operation = Exchange) & l1[n].operation = None & l1[n].state = I ==>
        Wait(n, operation, value); SendRequest(n, GETX); l1[n].state := IM;
      end;
      rule "gem5 L1 S/Store" (operation = Store | operation = Exchange) & l1[n].operation = None & l1[n].state = S ==>
        Wait(n, operation, value); SendRequest(n, UPG); l1[n].state := SM;
      end;
      rule "gem5 L1 E/Store" (operation = Store | operation = Exchange) & l1[n].operation = None & l1[n].state = E ==>
        Perform(n, value); l1[n].state := M;
      end;
      rule "gem5 L1 M/Store" (operation = Store | operation = Exchange) & l1[n].operation = None & l1[n].state = M ==>
        Perform(n, value); l1[n].state := M;
      end;

    end
  end;

  ruleset m: NODE do

    rule "gem5 L1 IS/DataS_fromL1" l1[n].state = IS & peer[n][m].kind = DATA_L1 ==>
      l1[n].data := peer[n][m].data; LoadDone(n); SendUnblock(n, UNB); l1[n].state := S; TakePeer(n, m);
    end;
    rule "gem5 L1 IS_I/DataS_fromL1" l1[n].state = IS_I & peer[n][m].kind = DATA_L1 ==>
      LoadDone(n); SendUnblock(n, UNB); l1[n].state := I; TakePeer(n, m);
    end;
    rule "gem5 L1 IM/Data_all_Acks, from an L1" l1[n].state = IM & peer[n][m].kind = DATA_L1 & l1[n].pending = 0 ==>
      l1[n].data := peer[n][m].data; TakePeer(n, m); StoreDone(n); l1[n].state := M;
    end;
    rule "gem5 L1 IM/Data, from an L1" l1[n].state = IM & peer[n][m].kind = DATA_L1 & l1[n].pending != 0 ==>
      l1[n].data := peer[n][m].data; TakePeer(n, m); l1[n].state := SM;
    end;
    rule "gem5 L1 IM/Ack" l1[n].state = IM & peer[n][m].kind = ACK_L1 ==>
      l1[n].pending := l1[n].pending + 1; TakePeer(n, m);
    end;
    rule "gem5 L1 SM/Ack" l1[n].state = SM & peer[n][m].kind = ACK_L1 & l1[n].pending + 1 != 0 ==>
      l1[n].pending := l1[n].pending + 1; TakePeer(n, m);
    end;
    rule "gem5 L1 SM/Ack_all" l1[n].state = SM & peer[n][m].kind = ACK_L1 & l1[n].pending + 1 = 0 ==>
      TakePeer(n, m); StoreDone(n); l1[n].state := M;
    end;

  end

end;

-- ---- the L2 ----

rule "gem5 L2 SS/L2_Replacement" l2.state = SS ==>
  l2.pending := 0; for n: NODE do if l2.sharers[n] then l2.pending := l2.pending + 1; SendForward(n, INV); end; end;
  NobodyShares(); l2.state := S_I;
end;
rule "gem5 L2 M/L2_Replacement" l2.state = L2_M & l2.dirty ==> WriteToDram(); end;
rule "gem5 L2 M/L2_Replacement_clean" l2.state = L2_M & !l2.dirty ==> Forget(); end;
rule "gem5 L2 MT/L2_Replacement" l2.state = MT ==> SendForward(l2.owner, INV); undefine l2.owner; l2.state := MT_I; end;
rule "gem5 L2 ISS/Mem_Data" l2.state = ISS ==>
  l2.data := l2.memory; for n: NODE do if l2.sharers[n] then SendData(n, DATAE, 0); end; end; NobodyShares(); l2.state := MT_MB;
end;
rule "gem5 L2 IS/Mem_Data" l2.state = L2_IS ==>
  l2.data := l2.memory; for n: NODE do if l2.sharers[n] then SendData(n, DATA_L2, 0); end; end; l2.state := SS;
end;
rule "gem5 L2 IM/Mem_Data" l2.state = L2_IM ==>
  l2.data := l2.memory; SendData(l2.owner, DATA_L2, 0); undefine l2.owner; l2.state := MT_MB;
end;
rule "gem5 L2 M_I/Mem_Ack" l2.state = L2_M_I ==> Forget(); end;

ruleset n: NODE do

  rule "gem5 L2 NP/L1_GETS" l2.state = NP & request[n].kind = GETS ==>
    l2.sharers[n] := true; l2.state := ISS; TakeRequest(n);
  end;
  rule "gem5 L2 NP/L1_GETX" l2.state = NP & (request[n].kind = GETX | request[n].kind = UPG) ==>
    l2.owner := n; l2.state := L2_IM; TakeRequest(n);
  end;
  rule "gem5 L2 SS/L1_GETS" l2.state = SS & request[n].kind = GETS ==>
    SendData(n, DATA_L2, 0); l2.sharers[n] := true; TakeRequest(n);
  end;
  rule "gem5 L2 SS/L1_GETX" l2.state = SS & request[n].kind = GETX ==>
    InvalidateOthers(n); SendData(n, DATA_L2, -OtherSharers(n)); l2.state := SS_MB; TakeRequest(n);
  end;
  rule "gem5 L2 SS/L1_UPGRADE" l2.state = SS & request[n].kind = UPG & l2.sharers[n] ==>
    InvalidateOthers(n); SendAnswer(n, ACK_L2); answer[n].count := -OtherSharers(n); l2.state := SS_MB; TakeRequest(n);
  end;
  rule "gem5 L2 SS/L1_UPGRADE, as GETX" l2.state = SS & request[n].kind = UPG & !l2.sharers[n] ==>
    InvalidateOthers(n); SendData(n, DATA_L2, -OtherSharers(n)); l2.state := SS_MB; TakeRequest(n);
  end;
  rule "gem5 L2 M/L1_GETS" l2.state = L2_M & request[n].kind = GETS ==>
    SendData(n, DATAE, 0); l2.state := MT_MB; TakeRequest(n);
  end;
  rule "gem5 L2 M/L1_GETX" l2.state = L2_M & (request[n].kind = GETX | request[n].kind = UPG) ==>
    SendData(n, DATA_L2, 0); l2.state := MT_MB; TakeRequest(n);
  end;
  rule "gem5 L2 MT/L1_GETS" l2.state = MT & request[n].kind = GETS ==>
    ForwardTo(l2.owner, FGS, n); l2.state := MT_IIB; TakeRequest(n);
  end;
  rule "gem5 L2 MT/L1_GETX" l2.state = MT & (request[n].kind = GETX | request[n].kind = UPG) ==>
    ForwardTo(l2.owner, FGX, n); l2.state := MT_MB; TakeRequest(n);
  end;
  rule "gem5 L2 MT/L1_PUTX" l2.state = MT & request[n].kind = PUTX & l2.owner = n ==>
    l2.data := request[n].data; l2.dirty := l2.dirty | request[n].dirty; undefine l2.owner; l2.state := L2_M;
    SendAnswer(n, WBACK); TakeRequest(n);
  end;
  rule "gem5 L2 MT/L1_PUTX_old" l2.state = MT & request[n].kind = PUTX & l2.owner != n ==>
    SendAnswer(n, WBACK); TakeRequest(n);
  end;
  rule "gem5 L2 NP, SS, M, transient/L1_PUTX_old"
    request[n].kind = PUTX & (l2.state = NP | l2.state = SS | l2.state = L2_M | l2.state = ISS | l2.state = L2_IS |
                              l2.state = L2_IM | l2.state = MT_IB | l2.state = MT_SB | l2.state = S_I | l2.state = L2_M_I) ==>
    SendAnswer(n, WBACK); TakeRequest(n);
  end;
  rule "gem5 L2 ISS/L1_GETS" l2.state = ISS & request[n].kind = GETS ==>
    l2.sharers[n] := true; l2.state := L2_IS; TakeRequest(n);
  end;
  rule "gem5 L2 IS/L1_GETS" l2.state = L2_IS & request[n].kind = GETS ==> l2.sharers[n] := true; TakeRequest(n); end;
  rule "gem5 L2 SS_MB, MT_MB/Exclusive_Unblock" (l2.state = SS_MB | l2.state = MT_MB) & unblock[n] = XUNB ==>
    NobodyShares(); l2.owner := n; l2.state := MT; unblock[n] := NoUnblock;
  end;
  rule "gem5 L2 MT_IIB/Unblock" l2.state = MT_IIB & unblock[n] = UNB ==>
    Share(n); l2.state := MT_IB; unblock[n] := NoUnblock;
  end;
  rule "gem5 L2 MT_SB/Unblock" l2.state = MT_SB & unblock[n] = UNB ==> Share(n); l2.state := SS; unblock[n] := NoUnblock; end;
  rule "gem5 L2 MT_IIB/WB_Data" l2.state = MT_IIB & back[n].kind = WBD ==> TakeDataBack(n); l2.state := MT_SB; TakeBack(n); end;
  rule "gem5 L2 MT_IB/WB_Data" l2.state = MT_IB & back[n].kind = WBD ==> TakeDataBack(n); l2.state := SS; TakeBack(n); end;
  rule "gem5 L2 MT_I/WB_Data" l2.state = MT_I & back[n].kind = WBD & (l2.dirty | back[n].dirty) ==>
    TakeDataBack(n); WriteToDram(); TakeBack(n);
  end;
  rule "gem5 L2 MCT_I/WB_Data_clean" l2.state = MT_I & back[n].kind = WBD & !(l2.dirty | back[n].dirty) ==>
    Forget(); TakeBack(n);
  end;
  rule "gem5 L2 MT_I/Ack_all" l2.state = MT_I & back[n].kind = INVACK & l2.dirty ==> WriteToDram(); TakeBack(n); end;
  rule "gem5 L2 MCT_I/Ack_all" l2.state = MT_I & back[n].kind = INVACK & !l2.dirty ==> Forget(); TakeBack(n); end;
  rule "gem5 L2 S_I/Ack" l2.state = S_I & back[n].kind = INVACK & l2.pending > 1 ==>
    l2.pending := l2.pending - 1; TakeBack(n);
  end;
  rule "gem5 L2 S_I/Ack_all" l2.state = S_I & back[n].kind = INVACK & l2.pending = 1 & l2.dirty ==>
    l2.pending := 0; WriteToDram(); TakeBack(n);
  end;
  rule "gem5 L2 I_I/Ack_all" l2.state = S_I & back[n].kind = INVACK & l2.pending = 1 & !l2.dirty ==>
    l2.pending := 0; Forget(); TakeBack(n);
  end;

end;

-- ---- what holds ----

invariant "one writer, or readers"
  forall n: NODE do forall m: NODE do
    n != m & (l1[n].state = E | l1[n].state = M) -> l1[m].state != S & l1[m].state != E & l1[m].state != M
  end end;

invariant "a readable copy holds the last store"
  forall n: NODE do l1[n].state = S | l1[n].state = E | l1[n].state = M -> l1[n].data.age = Newest end;

invariant "the directory knows the copies, and the L2 has the block's value where it says so"
  (l2.state = SS | l2.state = L2_M -> l2.data.age = Newest) &
  forall n: NODE do
    l1[n].state = S | l1[n].state = E | l1[n].state = M ->
      l2.state != NP & l2.state != L2_M &
      (l2.state = SS -> l1[n].state = S & l2.sharers[n]) &
      (l2.state = MT -> l1[n].state != S & l2.owner = n)
  end;

-- German's protocol, rule for rule as german.c has it (its head names the source), for rumur and CMurphi.
-- scripts/bench-explorer sets the number of clients here.
const CLIENTS: 4;

type
  CLIENT: scalarset(CLIENTS);
  DATA: scalarset(2);
  COPY: enum { I, S, E };
  COMMAND: enum { Empty, ReqS, ReqE, Inv, InvAck, GntS, GntE };
  CACHE: record state: COPY; data: DATA; end;
  CHANNEL: record command: COMMAND; data: DATA; end;

var
  cache: array [CLIENT] of CACHE;
  chan1, chan2, chan3: array [CLIENT] of CHANNEL; -- requests; grants and invalidations; acknowledgements
  invalidate, sharers: array [CLIENT] of boolean;
  exclusive: boolean;
  current: COMMAND;
  requester: CLIENT;
  memory, last: DATA; -- last: what was stored last

ruleset d: DATA do
  startstate
    for i: CLIENT do
      cache[i].state := I;
      undefine cache[i].data;
      chan1[i].command := Empty;
      undefine chan1[i].data;
      chan2[i].command := Empty;
      undefine chan2[i].data;
      chan3[i].command := Empty;
      undefine chan3[i].data;
      invalidate[i] := false;
      sharers[i] := false;
    end;
    exclusive := false;
    current := Empty;
    undefine requester;
    memory := d;
    last := d;
  end
end;

ruleset i: CLIENT do

  rule "SendReqS" chan1[i].command = Empty & cache[i].state = I ==>
    chan1[i].command := ReqS;
  end;

  rule "SendReqE" chan1[i].command = Empty & (cache[i].state = I | cache[i].state = S) ==>
    chan1[i].command := ReqE;
  end;

  rule "RecvReqS" current = Empty & chan1[i].command = ReqS ==>
    current := ReqS;
    requester := i;
    for j: CLIENT do invalidate[j] := sharers[j]; end;
    chan1[i].command := Empty;
  end;

  rule "RecvReqE" current = Empty & chan1[i].command = ReqE ==>
    current := ReqE;
    requester := i;
    for j: CLIENT do invalidate[j] := sharers[j]; end;
    chan1[i].command := Empty;
  end;

  rule "SendInv" chan2[i].command = Empty & invalidate[i] & (current = ReqE | (current = ReqS & exclusive)) ==>
    chan2[i].command := Inv;
    invalidate[i] := false;
  end;

  rule "SendInvAck" chan2[i].command = Inv & chan3[i].command = Empty ==>
    chan2[i].command := Empty;
    chan3[i].command := InvAck;
    if cache[i].state = E then chan3[i].data := cache[i].data; end;
    cache[i].state := I;
    undefine cache[i].data;
  end;

  rule "RecvInvAck" chan3[i].command = InvAck & current != Empty ==>
    chan3[i].command := Empty;
    sharers[i] := false;
    if exclusive then
      exclusive := false;
      memory := chan3[i].data;
      undefine chan3[i].data;
    end;
  end;

  rule "SendGntS" current = ReqS & requester = i & chan2[i].command = Empty & !exclusive ==>
    chan2[i].command := GntS;
    chan2[i].data := memory;
    sharers[i] := true;
    current := Empty;
    undefine requester;
  end;

  rule "SendGntE" current = ReqE & requester = i & chan2[i].command = Empty & !exclusive & forall j: CLIENT do !sharers[j] end ==>
    chan2[i].command := GntE;
    chan2[i].data := memory;
    sharers[i] := true;
    exclusive := true;
    current := Empty;
    undefine requester;
  end;

  rule "RecvGntS" chan2[i].command = GntS ==>
    cache[i].state := S;
    cache[i].data := chan2[i].data;
    chan2[i].command := Empty;
    undefine chan2[i].data;
  end;

  rule "RecvGntE" chan2[i].command = GntE ==>
    cache[i].state := E;
    cache[i].data := chan2[i].data;
    chan2[i].command := Empty;
    undefine chan2[i].data;
  end;

  ruleset d: DATA do
    rule "Store" cache[i].state = E ==>
      cache[i].data := d;
      last := d;
    end
  end

end;

invariant "CtrlProp"
  forall i: CLIENT do forall j: CLIENT do
    i != j -> (cache[i].state = E -> cache[j].state = I) & (cache[i].state = S -> cache[j].state != E)
  end end;

invariant "DataProp"
  (!exclusive -> memory = last) & forall i: CLIENT do cache[i].state != I -> cache[i].data = last end;

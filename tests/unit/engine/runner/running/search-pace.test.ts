import { computePause, countProposals } from "@understudy/engine/runner/running/search-pace.ts";
import { assert, suite } from "../../../../harness.ts";

const pace = suite("how far a search on servers asks ahead");
const at = {
  planned: 1_000,
  slots: 8,
  open: 0,
  ended: 40,
  rate: 0,
  secondsPerProposal: 0.1,
  secondsPerCheck: 0.02,
};

pace("fills the slots, and nothing where no server is connected", () => {
  assert.is(countProposals(at), 8);
  assert.is(countProposals({ ...at, open: 8 }), 0);
  assert.is(countProposals({ ...at, open: 6 }), 2);
  assert.is(countProposals({ ...at, slots: 0 }), 0);
});
pace("asks for no more where simulations take long, so that each knows all results", () => {
  // One a minute in each slot.
  assert.is(countProposals({ ...at, rate: 8 / 60, open: 8 }), 0);
});
pace("has as many wait as slots at the beginning: simulations that begin together may end together", () => {
  assert.is(countProposals({ ...at, ended: 0 }), 16);
  assert.is(countProposals({ ...at, ended: 0, planned: 100 }), 13);
  assert.is(countProposals({ ...at, ended: 0, slots: 0 }), 0);
});
pace("has as many wait as results come in while one is chosen, at most one for each slot", () => {
  assert.is(countProposals({ ...at, rate: 8, open: 8 }), 4);
  assert.is(countProposals({ ...at, rate: 8, secondsPerProposal: 0.3, open: 8 }), 7);
  assert.is(countProposals({ ...at, rate: 80, secondsPerProposal: 5, open: 8 }), 8);
});
pace("chooses little ahead in a short search, which must learn from each result", () => {
  const busy = { ...at, rate: 80, secondsPerProposal: 5, open: 8 };
  assert.is(countProposals({ ...busy, planned: 100 }), 5);
  assert.is(countProposals({ ...busy, planned: 16 }), 1);
});
pace("looks more often the shorter simulations are, and never so that looking is all that it does", () => {
  assert.is(computePause(8, 0, 5), 100);
  assert.is(computePause(8, 80, 5), 100);
  assert.is(computePause(8, 0.4, 5), 400);
  assert.is(computePause(8, 0.001, 5), 1_000);
  assert.is(computePause(8, 80, 300), 600);
});

/** On which of their servers people have a job run. */
import {
  chooseResourceKind,
  concurrentProblem,
  createSelection,
  NO_CHOICE,
  offersEmulator,
  type Server,
  simulationServers,
  withoutServers,
} from "@understudy/client/features/spec-job/resource-draft.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { CONFINED_NGSPICE } from "@understudy/shared/worker-parts.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeSpecVersion } from "../../../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion();
const server = (id: number, fields: Partial<Server> = {}): Server => ({
  id,
  name: `server ${id}`,
  role: "All",
  allowed: 4,
  running: 0,
  held_back: null,
  only: null,
  is_own: true,
  sharing: null,
  ...fields,
});
const two = [server(1), server(2)];

const places = suite("where a job runs");
places("is on servers for simulations, each of them unless it is left out, one at a time by default", () => {
  const all = [...two, server(3, { role: "Training" })];
  assert.equal(simulationServers(all, spec), two);
  const makeChoice = (id: number, concurrent_simulations: number) => ({ id, concurrent_simulations });
  assert.equal(createSelection("Training", NO_CHOICE, false, two), {
    type: "servers",
    servers: [makeChoice(1, 1), makeChoice(2, 1)],
  });
  const draft = { ...NO_CHOICE, toggled: new Set([1]), concurrent: { 2: "6" } };
  assert.equal(createSelection("Training", draft, false, two), {
    type: "servers",
    servers: [makeChoice(2, 6)],
  });
});
places("is on a server that somebody else shares only when the user chooses it", () => {
  const shared = server(2, { is_own: false, sharing: { limit: 2, owner_name: "Zoe" } });
  const servers = [server(1), shared];
  const only = (id: number) => ({ type: "servers", servers: [{ id, concurrent_simulations: 1 }] });
  assert.equal(createSelection("Training", NO_CHOICE, false, servers), only(1));
  const draft = { ...NO_CHOICE, toggled: new Set([1, 2]) };
  assert.equal(createSelection("Training", draft, false, servers), only(2));
});
places("is not on a server that simulates other specs, which says why", () => {
  const trustingServer = server(1, { only: ["0", spec.fingerprint] });
  const other = server(2, { only: ["0"] });
  assert.equal(simulationServers([trustingServer], spec), [trustingServer]);
  const [shown] = simulationServers([other], spec);
  assert.is(shown?.held_back, MESSAGES.resourceForOtherSpecs("server 2"));
  assert.is(createSelection("Single Run", NO_CHOICE, false, simulationServers([other], spec)), null);
});
places("is on a demo server only for ngspice specs that it runs, which tells why", () => {
  const demo = server(1, { only: [CONFINED_NGSPICE] });
  assert.equal(simulationServers([demo], spec), [demo]);
  const problem = "This one runs python3.";
  const [shown] = simulationServers([demo], { ...spec, demo_problem: problem });
  assert.is(shown?.held_back, MESSAGES.resourceConfined("server 1", problem));
});
places("is nowhere without a server, with none chosen, or with a number that is wrong", () => {
  assert.is(createSelection("Training", NO_CHOICE, false, []), null);
  assert.is(createSelection("Single Run", NO_CHOICE, false, []), null);
  assert.is(createSelection("Training", { ...NO_CHOICE, toggled: new Set([1, 2]) }, false, two), null);
  const texts = ["0", "1.5", "", "1001", "8"];
  const problems = texts.map((text) => concurrentProblem({ ...NO_CHOICE, concurrent: { 1: text } }, 1));
  assert.equal(problems, [
    MESSAGES.atLeast(1),
    MESSAGES.wholeNumber,
    MESSAGES.invalidNumber,
    MESSAGES.atMost(1000),
    null,
  ]);
  assert.is(createSelection("Training", { ...NO_CHOICE, concurrent: { 1: "0" } }, false, two), null);
});
places("is one server for a Single Run: the chosen one, or the first while that is away", () => {
  const draft = { ...NO_CHOICE, serverId: 2 };
  assert.equal(createSelection("Single Run", draft, false, two), { type: "server", id: 2 });
  assert.equal(createSelection("Single Run", draft, false, two.slice(0, 1)), { type: "server", id: 1 });
});
places("is never on a server that could not run what it got", () => {
  const held = server(1, { held_back: "It failed to run 10 simulations in a row." });
  assert.equal(createSelection("Training", NO_CHOICE, false, [held, server(2)]), {
    type: "servers",
    servers: [{ id: 2, concurrent_simulations: 1 }],
  });
  assert.is(createSelection("Training", NO_CHOICE, false, [held]), null);
  assert.is(createSelection("Single Run", { ...NO_CHOICE, serverId: 1 }, false, [held]), null);
  assert.is(chooseResourceKind({ ...NO_CHOICE, kind: "server" }, true, [held]), "emulator");
});
places("is the emulator where there is one to begin from, or no server; never for a Training", () => {
  assert.is(chooseResourceKind(NO_CHOICE, true, two), "emulator");
  assert.is(chooseResourceKind({ ...NO_CHOICE, kind: "server" }, true, two), "server");
  assert.is(chooseResourceKind({ ...NO_CHOICE, kind: "server" }, true, []), "emulator");
  assert.is(chooseResourceKind(NO_CHOICE, false, two), "server");
  assert.equal((["Optimization", "Single Run", "Training"] as const).map(offersEmulator), [
    true,
    true,
    false,
  ]);
  assert.equal(createSelection("Optimization", NO_CHOICE, true, two), { type: "emulator" });
});
places("is the emulator alone for data that no program computes", () => {
  assert.is(withoutServers(spec), null);
  assert.is(withoutServers({ run: null }), MESSAGES.noProgram);
});

/** The specs that a worker client runs when it was started for certain ones. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemOfPrepared, trustIn } from "@understudy/engine/worker/simulations/allowed.ts";
import { CONFINED_NGSPICE } from "@understudy/shared/worker-parts.ts";
import { assert, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";
import {
  defaultInputs,
  fixtureManifest,
  prepareSimulation,
  specFixtureFolder,
} from "../../../../support/specs/spec-fixtures.ts";

const it = suite("the specs that a worker client runs");
const manifest = fixtureManifest("ldo");
const spec = { manifest, files: [] };

it("are all, none, or those that it looks at once their files have values", () => {
  assert.is(trustIn(null, spec), "whole");
  assert.is(trustIn(["0"], spec), "none");
  assert.is(trustIn(["0", CONFINED_NGSPICE], spec), "confined");
});

it("are not run when a value leads out of the folder", () => {
  const folder = join(temporaryFolder("prepared"), "run");
  prepareSimulation(specFixtureFolder("ldo"), folder, manifest, defaultInputs(manifest));
  assert.is(problemOfPrepared(folder, spec), null);
  writeFileSync(join(folder, "regulator.cir"), "title\n.control\nop\nsystem ls\n.endc\n");
  assert.is(problemOfPrepared(folder, spec), "regulator.cir, line 4: the command system is not run here.");
});

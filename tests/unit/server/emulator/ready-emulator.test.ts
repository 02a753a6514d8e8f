import {
  type PredictionService,
  PredictionUnavailable,
  UnusableEmulator,
} from "@understudy/engine/prediction/prediction.ts";
import { Problem } from "@understudy/server/core/problem.ts";
import { readyEmulator } from "@understudy/server/emulator/ask.ts";
import { predict } from "@understudy/server/emulator/predict.ts";
import { createStorage } from "@understudy/server/files/storage.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { functionEmulator } from "../../../support/engine/function-emulators.ts";
import { makeJob } from "../../../support/factories.ts";

const storage = createStorage(temporaryFolder("emulators"));
const job = makeJob({ emulator_version: 1, emulator_file: "emulators/a" });

const it = suite("an emulator that is asked for");
it("is loading at first, and asked again it is there", async () => {
  let isRead = false;
  const described = Promise.withResolvers<{ inputs: []; outputs: [] }>();
  const predictions: PredictionService = {
    describe: () => described.promise,
    isLoaded: () => isRead,
    predict: async () => ({ outputs: new Map(), extrapolation: null }),
    close: async () => {},
  };
  const access = { predictions, storage };
  assert.is(await readyEmulator(access, job), null);
  isRead = true;
  described.resolve({ inputs: [], outputs: [] });
  assert.equal((await readyEmulator(access, job))?.description, { inputs: [], outputs: [] });
});
it("from a file that this program cannot read is 409, with what is wrong with it", async () => {
  const predictions: PredictionService = {
    predict: () => Promise.reject(new Error("nobody asks this")),
    describe: () => Promise.reject(new UnusableEmulator("This emulator was made by another version.")),
    isLoaded: () => false,
    close: async () => {},
  };
  const access = { predictions, storage };
  const refusal = await rejects(readyEmulator(access, job), /made by another version/);
  assert.ok(refusal instanceof Problem && refusal.status === 409);
});
it("is 503 with a sentence, and with when to ask again, where it cannot be read or answer now", async () => {
  const refuse = () => Promise.reject(new PredictionUnavailable("Too many predictions are waiting."));
  const described = () => Promise.resolve({ inputs: [], outputs: [] });
  const predictions: PredictionService = {
    predict: refuse,
    describe: described,
    isLoaded: () => true,
    close: async () => {},
  };
  const question = { points: [{}], field: "inputs" };
  const refusals = [
    await rejects(readyEmulator({ predictions: { ...predictions, describe: refuse }, storage }, job)),
    await rejects(predict({ predictions, storage }, job, question)),
  ];
  for (const refusal of refusals) {
    assert.ok(refusal instanceof Problem && refusal.status === 503);
    assert.is(refusal.message, "Too many predictions are waiting.");
    assert.ok(Number(refusal.headers["Retry-After"]) > 0);
  }
});
it("made before bands of whole curves were measured answers none, and says so", async () => {
  const { outputs } = functionEmulator([], () => [1, 2]);
  const predictions: PredictionService = {
    describe: () => Promise.resolve({ inputs: [], outputs }),
    isLoaded: () => true,
    predict: async () => ({ outputs: new Map(), extrapolation: null }),
    close: async () => {},
  };
  const question = { points: [{}], field: "inputs", band: "joint" } as const;
  const refusal = await rejects(predict({ predictions, storage }, job, question));
  assert.ok(refusal instanceof Problem && refusal.status === 400);
  assert.equal(refusal.errors, { band: [MESSAGES.noJointBand] });
});

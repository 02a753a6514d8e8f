import type { PredictionRequest, PredictionService } from "@understudy/engine/prediction/prediction.ts";
import { Problem } from "@understudy/server/core/problem.ts";
import { countVaried, predictVariations } from "@understudy/server/emulator/variations.ts";
import { createStorage } from "@understudy/server/files/storage.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { continuous, functionEmulator } from "../../../support/engine/function-emulators.ts";
import { makeJob } from "../../../support/factories.ts";

const it = suite("variations of a point");

const storage = createStorage(temporaryFolder("variations"));
const job = makeJob({ emulator_version: 1, emulator_file: "emulators/a" });
const inputs = [continuous("length", [0, 1]), continuous("width", [0, 1])];
const { outputs } = functionEmulator(inputs, ([length = 0]) => length);
const point = { length: 0.5, width: 0.25 };

/** Asks for variations. @returns the points that the emulator was to evaluate, row-major */
async function listPoints(question: { variations: object[]; crossings: object[]; places?: object }) {
  const requests: PredictionRequest[] = [];
  const predictions: PredictionService = {
    describe: () => Promise.resolve({ inputs, outputs }),
    isLoaded: () => true,
    predict: async (request) => {
      requests.push(request);
      return { outputs: new Map(), extrapolation: null };
    },
    close: async () => {},
  };
  await predictVariations({ predictions, storage }, job, {
    points: [point],
    variations: question.variations.map((variation) => ({ ...variation })),
    crossings: question.crossings.map((crossing) => ({ ...crossing })),
    places: { ...question.places },
    ...{ outputs: undefined, signal: new AbortController().signal },
  });
  return [...(requests[0]?.points ?? [])];
}

it("are its crossings alone where it has no others", async () => {
  const crossings = [{ width: 0.75 }, { width: 1 }];
  assert.equal(await listPoints({ variations: [], crossings }), [0.5, 0.25, 0.5, 0.75, 0.5, 1]);
  assert.is(countVaried({ variations: [], crossings }), 2);
  const crossed = await listPoints({ variations: [{ length: 0 }, { length: 1 }], crossings });
  assert.equal(crossed, [0.5, 0.25, 0, 0.75, 1, 0.75, 0, 1, 1, 1]);
  assert.equal(await listPoints({ variations: [{ length: 0 }], crossings: [] }), [0.5, 0.25, 0, 0.25]);
});

it("are refused at a place along no coordinate of the emulator", async () => {
  const answer = listPoints({ variations: [], crossings: [], places: { nowhere: 1 } });
  const refusal = await rejects(answer);
  assert.ok(refusal instanceof Problem && refusal.status === 400);
  assert.equal(refusal.errors, { places: [MESSAGES.noSuchColumn("nowhere")] });
});

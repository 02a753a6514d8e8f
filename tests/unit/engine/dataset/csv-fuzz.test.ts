import { createRandom } from "@understudy/engine/math/random.ts";
import { MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";
import { check } from "../../../support/engine/csv-files.ts";
import { fuzzCsvPair } from "../../../support/fuzz/files.ts";

const FILE_PAIR_COUNT = Number(process.env.FUZZ_FILES ?? 300);

const it = suite("CSV files of any kind");
it(`become a table, or get a reason why not, in ${FILE_PAIR_COUNT} pairs`, async () => {
  const random = createRandom(5);
  let tables = 0;
  for (let i = 0; i < FILE_PAIR_COUNT; i++) {
    const { parameters, outputs } = fuzzCsvPair(random);
    const { table, sentences } = await check(parameters, outputs, { chunkSize: 1 + random.integer(50) });
    if (table !== null) tables++;
    assert.ok(table !== null || sentences.length > 0, `pair ${i} is neither a table nor refused`);
    assert.ok(
      sentences.length <= 2 * MAX_VALIDATION_ERRORS && sentences.every((text) => text !== ""),
      `pair ${i}`,
    );
  }
  assert.ok(tables > FILE_PAIR_COUNT / 50, `${tables} tables`);
});

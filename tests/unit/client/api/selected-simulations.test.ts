import { joinParts, loadParts } from "@understudy/client/api/selected-simulations.ts";
import { MAX_NAMED_SIMULATIONS } from "@understudy/shared/limits.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("the file of selected simulations");
it("has one header, and the records of all parts, line ends and quotes within cells included", () => {
  const header = 'id,"Width\r\n""w"" (mm)",score\r\n';
  const records = ['7,"two\r\nlines, ""quoted""",-1.5\r\n', "8,,\r\n", "17,=1,2\r\n"];
  assert.is(
    joinParts([`${header}${records[0]}`, header, `${header}${records[1]}${records[2]}`]),
    `${header}${records.join("")}`,
  );
  assert.is(joinParts([]), "");
});

const PART_COUNT = 20;
const SIMULATION_IDS = Array.from({ length: PART_COUNT * MAX_NAMED_SIMULATIONS - 1 }, (_, id) => id);

const loading = suite("the parts of a large selection");
loading("are asked for four at a time, and come in the order of the simulations", async () => {
  let loadingCount = 0;
  let mostAtOnce = 0;
  const parts = await loadParts(SIMULATION_IDS, async (list) => {
    mostAtOnce = Math.max(mostAtOnce, ++loadingCount);
    // Earlier parts take longer than later ones.
    for (let turn = list[0] ?? 0; turn < SIMULATION_IDS.length; turn += MAX_NAMED_SIMULATIONS)
      await Promise.resolve();
    loadingCount--;
    return list;
  });
  assert.is(mostAtOnce, 4);
  assert.equal([parts.length, parts.flat()], [PART_COUNT, SIMULATION_IDS]);
});
loading("are no longer asked for once one has failed", async () => {
  let askedCount = 0;
  const failing = loadParts(SIMULATION_IDS, async () => {
    askedCount++;
    await Promise.resolve();
    throw new Error("The server is gone.");
  });
  await rejects(failing, /The server is gone\./);
  assert.is(askedCount, 4);
});

import {
  createPageSelection,
  describeSelected,
  findPlace,
  listSelected,
  MAX_SELECTED,
  NO_SELECTION,
  type Selection,
} from "@understudy/client/selection/page-selection.ts";
import { assert, suite } from "../../../harness.ts";

const ROW_COUNTS = { training: 2_000, validation: 100, simulation: 30 };
const selectRows = (training: number[] | null, validation: number[] | null): Selection => ({
  ...NO_SELECTION,
  training: training && new Set(training),
  validation: validation && new Set(validation),
});

const it = suite("what is selected on a job's page");
it("is counted by kind, also where brushes leave nothing of one", () => {
  assert.is(describeSelected(NO_SELECTION, ROW_COUNTS), "");
  assert.is(describeSelected(selectRows([3, 4], null), ROW_COUNTS), "2 of 2,000 training rows selected");
  assert.is(describeSelected(selectRows([], null), ROW_COUNTS), "0 of 2,000 training rows selected");
  const both = selectRows([3], [7, 9]);
  assert.is(
    describeSelected(both, ROW_COUNTS),
    "1 of 2,000 training rows and 2 of 100 validation rows selected",
  );
  assert.is(describeSelected(both, { simulation: 30 }), "", "a page without rows");
});
it("is listed kind by kind, and simulations only where nothing else is selected", () => {
  const items = listSelected({ ...selectRows([3, 4], [2]), simulation: new Set([5]) }, ROW_COUNTS);
  assert.equal(
    items.map(({ kind, number }) => `${kind} ${number}`),
    ["training 3", "training 4", "validation 2"],
  );
  assert.is(findPlace(items, { kind: "training", number: 4 }), 1);
  assert.is(findPlace(items, { kind: "validation", number: 3 }), -1);
  assert.equal(listSelected({ ...NO_SELECTION, simulation: new Set([5, 6]) }, ROW_COUNTS), [
    { kind: "simulation", number: 5 },
    { kind: "simulation", number: 6 },
  ]);
});
it("keeps what is selected of other kinds, and has an upper limit", () => {
  const selection = createPageSelection();
  let latest: Selection | null = null;
  selection.subscribe(() => {
    latest = selection.get();
  });
  selection.select({ validation: [5, 2, 5] });
  const training = Array.from({ length: MAX_SELECTED + 5 }, (_, at) => MAX_SELECTED + 5 - at);
  const selected = selection.select({ training });
  assert.equal([...(selected.validation ?? [])], [2, 5]);
  assert.is(selected.training?.size, MAX_SELECTED);
  assert.ok(selected.training?.has(1) && !selected.training.has(MAX_SELECTED + 1), "the first ones");
  assert.is(latest, selected);
  selection.clear();
  assert.is(selection.get(), NO_SELECTION);
});
it("selects designs together with their simulations, also after further ones have been found", () => {
  const selection = createPageSelection();
  const read = () => {
    const { design, simulation } = selection.get();
    return [design && [...design], simulation && [...simulation]];
  };
  selection.link([40, null, 42]);
  selection.select({ design: [1, 2] });
  assert.equal(read(), [[1, 2], [42]]);
  selection.select({ simulation: [40, 41] });
  assert.equal(read(), [[0], [40, 41]]);
  selection.link([50, 40, null, 42]);
  assert.equal(read(), [[1], [40, 41]]);
  selection.select({ simulation: [41] });
  assert.equal(read(), [null, [41]]);
  selection.link([40, null]);
  selection.select({ design: [1] });
  assert.equal(read(), [[1], null], "a design without a simulation");
  selection.link([40, null, null]);
  assert.equal(read(), [null, null], "its place may be that of another design");
  selection.select({ simulation: [41] });
  selection.link([null, null]);
  selection.select({ design: [1] });
  assert.equal(read(), [[1], [41]], "designs without simulations");
});
it("gives up simulations that are deleted, and their designs, but nothing that is selected beside them", () => {
  const selection = createPageSelection();
  selection.link([40, 41, null]);
  selection.select({ simulation: [40, 41, 42], training: [40] });
  const before = selection.get();
  selection.dropSimulations(new Set([7]));
  assert.is(selection.get(), before, "none of these is selected");
  selection.dropSimulations(new Set([41, 42]));
  const { simulation, design, training } = selection.get();
  assert.equal(
    [simulation, design, training].map((numbers) => [...(numbers ?? [])]),
    [[40], [0], [40]],
  );
  assert.is(describeSelected(selection.get(), { simulation: 28 }), "1 of 28 simulations selected");
  selection.dropSimulations(new Set([40]));
  assert.equal([selection.get().simulation, selection.get().design], [null, null]);
});

/** A device whose rows are all wrong is named, though its rows agree with each other. */

import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { suspiciousGroups } from "@understudy/engine/training/suspicious-rows/suspicious-groups.ts";
import { describeSuspicious } from "@understudy/shared/failed-runs/mark-text.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("groups of rows that are wrong as a whole", { timeout: 120_000 });

type Curve = (device: readonly number[], at: number) => number;
interface Sweeps {
  devices: number;
  points: number;
  curve: Curve;
  /** The places of a device's sweep; the same for all where it is absent. */
  place?: (random: Random, at: number) => number;
  jitter?: number;
}

const drain: Curve = ([w = 0, l = 0, vt = 0], at) =>
  (0.5 + w) * Math.log(1 + Math.exp(8 * (at - 0.2 - 0.4 * vt))) * (1.2 - 0.7 * l);
const wave: Curve = ([w = 0, l = 0, vt = 0], at) => (1 + w * vt) * Math.sin((4 + 3 * l) * at);
const steep: Curve = ([w = 0, l = 0], at) => Math.exp(5 * w + 3 * at - 2 * l);

/** Standardised inputs of three device parameters and a sweep, with the values of a curve. */
function makeSweeps({ devices, points, curve, place, jitter = 0 }: Sweeps, seed: number) {
  const random = createRandom(seed, devices);
  const rows = Array.from({ length: devices }, (_, group) => {
    const device = [1, 2, 3].map(() => random.uniform());
    return Array.from({ length: points }, (_, at) => {
      const s = place?.(random, at) ?? at / (points - 1);
      return {
        group,
        s,
        device: device.map((value) => value + jitter * random.normal()),
        value: curve(device, s),
      };
    });
  }).flat();
  const columns = [0, 1, 2].map((at) => rows.map(({ device }) => device[at] ?? 0));
  columns.push(rows.map(({ s }) => s));
  const inputs = Float64Array.from(columns.flat(), (value) => Math.sqrt(12) * (value - 0.5));
  const groups = Int32Array.from(rows, ({ group }) => group);
  return { inputs, groups, values: Float64Array.from(rows, ({ value }) => value) };
}

const nameRows = ({ inputs, groups, values }: ReturnType<typeof makeSweeps>): number[] => {
  const explained = { inputs: new Matrix(4, values.length, inputs), sources: Int32Array.of(0, 1, 2, 3) };
  return [...runToEnd(suspiciousGroups(explained, values, groups, createRandom(1)))];
};
const listRows = (groups: readonly number[], points: number) =>
  groups.flatMap((group) => Array.from({ length: points }, (_, at) => group * points + at));

const SWEEPS_BY_NAME: Readonly<Record<string, Sweeps>> = {
  "of one grid": { devices: 60, points: 25, curve: drain },
  "with jitter": { devices: 60, points: 25, curve: drain, jitter: 1e-4 },
  "with places of their own": { devices: 50, points: 15, curve: drain, place: (random) => random.uniform() },
  "that cross zero": { devices: 80, points: 20, curve: wave },
  "over decades": { devices: 60, points: 12, curve: steep },
};

/** Two groups are wrong with each of three seeds. Over decades one of them may have a neighbour that is as far from the others. */
const MIN_FOUND = 5;

for (const [name, sweeps] of Object.entries(SWEEPS_BY_NAME)) {
  it(`are named with all of their rows, and no others, in sweeps ${name}`, () => {
    let foundCount = 0;
    for (const seed of [1, 2, 3]) {
      const sound = makeSweeps(sweeps, seed);
      assert.equal(nameRows(sound), [], `sound data ${seed}`);
      const wrong = makeSweeps(sweeps, seed);
      const [first, second] = [7, 31];
      wrong.values.forEach((value, row) => {
        if (wrong.groups[row] === first) wrong.values[row] = 1e6 * value + 100;
        if (wrong.groups[row] === second) wrong.values[row] = -40 * value - 30;
      });
      const named = nameRows(wrong);
      const namedGroups = [first, second].filter((group) => named.includes(group * sweeps.points));
      assert.equal(named, listRows(namedGroups, sweeps.points), `wrong data ${seed}`);
      foundCount += namedGroups.length;
    }
    assert.ok(foundCount >= MIN_FOUND, `${foundCount} of 6`);
  });
}

it("are not groups whose sweeps broke off after a few rows", () => {
  for (const seed of [1, 2, 3]) {
    const { inputs, groups, values } = makeSweeps({ devices: 60, points: 25, curve: drain }, seed);
    // Every twelfth device has one to five of its 25 rows.
    const keptRows = [...groups.entries()].flatMap(([row, group]) =>
      group % 12 > 0 || row % 25 <= group / 12 ? [row] : [],
    );
    const columns = [0, 1, 2, 3].map((at) => keptRows.map((row) => inputs[at * groups.length + row] ?? 0));
    const broken = {
      inputs: Float64Array.from(columns.flat()),
      groups: Int32Array.from(keptRows, (row) => groups[row] ?? 0),
      values: Float64Array.from(keptRows, (row) => values[row] ?? 0),
    };
    assert.equal(nameRows(broken), [], `seed ${seed}`);
  }
});

it("are not looked for among few groups, or where no input belongs to the group", () => {
  const few = makeSweeps({ devices: 10, points: 25, curve: drain }, 1);
  few.values.fill(1e6, 0, 25);
  assert.equal(nameRows(few), []);
  const shuffled = makeSweeps({ devices: 40, points: 10, curve: drain }, 1);
  assert.equal(nameRows({ ...shuffled, groups: shuffled.groups.map((_, row) => row % 40) }), []);
});

it("are named by their first and their last row", () => {
  const suspicious = (rows: number[]) => describeSuspicious({ rows, checked_rows: 1_500 }, "Id", 1_500);
  assert.is(
    suspicious([9, ...Array.from({ length: 25 }, (_, at) => 102 + at), 900, 901]),
    "Rows 9, 102 to 126, 900 and 901 do not fit the others in Id.",
  );
  assert.is(suspicious([17]), "Row 17 does not fit the others in Id.");
});

/** The short tables of the README. */
import { LOSS_COLUMN } from "./league-runs.ts";
import { markdownTable, threeDigits } from "./markdown-table.ts";
import { type ResultTable, readResults } from "./results.ts";

/** The cases that the README lists, of those where a peer is better. */
const SHOWN_LOSSES = 8;
const LEAGUE_COLUMNS = [
  "rows",
  "noise",
  "method",
  "splits",
  "mean rank",
  "CRPS over the best",
  "coverage",
  "covers .93 to .97",
  "CPU s",
];

/** A cell of a bench's tables: the column of the first row that has these values. */
type Figure = { bench: string; row: Readonly<Record<string, string | number>>; column: string };
type Comparison = { measured: string; ours: Figure; peers: Readonly<Record<string, Figure>> };

const gpFit = (method: string): Figure => ({ bench: "gp-fit", row: { method }, column: "CPU s" });
const timeToAccuracy = (method: string): Figure => ({
  bench: "time-to-accuracy",
  row: { set: "engineering1", method },
  column: "seconds",
});
const adamSteps = (column: string): Figure => ({
  bench: "kernels",
  row: { network: "A: 10-3x128-10" },
  column,
});

const SPEED_COMPARISONS: readonly Comparison[] = [
  {
    measured: "fit of a Gaussian process to 1,000 rows with 6 inputs, CPU seconds",
    ours: gpFit("Understudy"),
    peers: { "scikit-learn": gpFit("scikit-learn") },
  },
  {
    measured: "training on engineering1 until R² is 0.999, seconds",
    ours: timeToAccuracy("Understudy"),
    peers: { "scikit-learn": timeToAccuracy("scikit-learn"), PyTorch: timeToAccuracy("PyTorch, Adam") },
  },
  {
    measured: "Adam steps per second, three layers of 128, batches of 256",
    ours: adamSteps("steps/s"),
    peers: { PyTorch: adamSteps("PyTorch, steps/s") },
  },
  {
    measured: "training on a million rows with 10 inputs and 2 outputs, CPU seconds",
    ours: { bench: "scaling", row: { rows: 1_000_000 }, column: "CPU s" },
    peers: {},
  },
  {
    measured: "one prediction with bounds in one thread, p95, ms",
    ours: { bench: "prediction", row: { emulator: "engineering1" }, column: "one point, p95 (ms)" },
    peers: {},
  },
  {
    measured: "answers over HTTP while ten people move sliders, p95, ms",
    ours: { bench: "beside", row: { when: "nothing trains", asked: "both together" }, column: "p95" },
    peers: {},
  },
  {
    measured: "simulations dispatched and stored per second, 20 servers",
    ours: { bench: "dispatch", row: { servers: 20 }, column: "stored a second" },
    peers: {},
  },
];

/** @returns Markdown: the league, losses first, and speed. */
export function readmeTables(): string {
  return [
    ...leagueTables(),
    "**Speed**:",
    markdownTable(SPEED_COMPARISONS.map(speedRow).filter(({ Understudy }) => Understudy !== null)),
    machine(),
  ].join("\n\n");
}

function leagueTables(): string[] {
  const [methods, cases] = readResults("league")?.tables ?? [];
  if (methods === undefined || cases === undefined) return [];
  const losses = cases.rows.filter((row) => Number(row[LOSS_COLUMN]) > 1);
  return [
    "**Accuracy and bounds**: functions that others chose for a study of emulators ([the league](tests/bench/README.md)), all 45 with 100 rows, every fourth of them with 500 and five of them with 1,000. One split each, of those that all methods were run on; the score is the continuous ranked probability score on 1,000 unseen rows, and its ratio to the best method's is a geometric mean.",
    markdownTable(methods.rows.map((row) => pickColumns(row, LEAGUE_COLUMNS))),
    `A peer is better in ${losses.length} of ${cases.rows.length} cases. The largest losses:`,
    markdownTable(losses.slice(0, SHOWN_LOSSES)),
  ];
}

const pickColumns = (
  row: ResultTable["rows"][number],
  columns: readonly string[],
): ResultTable["rows"][number] => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

function speedRow({ measured, ours, peers }: Comparison): ResultTable["rows"][number] {
  const peerFigures = Object.entries(peers).map(([name, figure]) => ({ name, value: lookUp(figure) }));
  const shown = peerFigures.flatMap(({ name, value }) =>
    value === null ? [] : [`${threeDigits(value)} (${name})`],
  );
  return { measured, Understudy: lookUp(ours), others: shown.join(", ") };
}

function lookUp({ bench, row: cells, column }: Figure): number | null {
  const rows = readResults(bench)?.tables.flatMap(({ rows }) => rows) ?? [];
  const matchingRow = rows.find((row) => Object.entries(cells).every(([name, value]) => row[name] === value));
  const value = matchingRow?.[column];
  return typeof value === "number" ? value : null;
}

/** Loads and dates differ from bench to bench, and stand in RESULTS.md. */
function machine(): string {
  const results = readResults("gp-fit");
  if (results === null) return "";
  const { processor, cores, memoryGB, node } = results.environment;
  return `<sub>${processor}, ${cores} cores, ${memoryGB} GB, Node ${node}.</sub>`;
}

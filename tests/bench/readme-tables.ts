/** The three short tables of the README. */
import { accuracyRows, boundsRows } from "./accuracy-tables.ts";
import { markdownTable, threeDigits } from "./markdown-table.ts";
import { type ResultTable, readResults } from "./results.ts";

/** Measured by every peer, of every size, one of them a set on which a peer is better. */
const SET_NAMES = [
  "cardiac6",
  "energy_efficiency",
  "engineering1",
  "ingaas_idvg",
  "reaction_diffusion",
  "spectre_lna",
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

/** @returns Markdown: accuracy, bounds and speed. */
export function readmeTables(): string {
  const accuracy = accuracyRows();
  const best = accuracy.filter(({ Understudy }) => String(Understudy).startsWith("**")).length;
  return [
    `**Accuracy on unseen rows**: coefficient of determination, the best in bold. Understudy is the best on ${best} of ${accuracy.length} data sets; six of them:`,
    markdownTable(accuracy.filter(isShown)),
    "**95% bounds on unseen rows**: the share that they cover, and Winkler's interval score in standard deviations of the output (smaller is better):",
    markdownTable(boundsRows().filter(isShown).map(shortBounds)),
    "**Speed**:",
    markdownTable(SPEED_COMPARISONS.map(speedRow).filter(({ Understudy }) => Understudy !== null)),
    machine(),
  ].join("\n\n");
}

const isShown = ({ set }: ResultTable["rows"][number]) => SET_NAMES.includes(String(set));

function shortBounds(row: ResultTable["rows"][number]): ResultTable["rows"][number] {
  const shown = ["set", "Understudy covers", "its interval score", "GP covers", "GP's interval score"];
  return Object.fromEntries(shown.map((column) => [column, row[column] ?? null]));
}

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

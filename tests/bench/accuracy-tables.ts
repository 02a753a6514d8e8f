/** Accuracy and bounds, a row for each set: Understudy beside the peers. */
import { computeMeans, type Run, storedRuns } from "./accuracy-runs.ts";
import { markdownTable } from "./markdown-table.ts";
import type { ResultTable } from "./results.ts";

const METHOD_TITLES = {
  ours: "Understudy",
  gp: "scikit-learn GP",
  boosting: "gradient boosting",
  mlp: "5 MLPs, scikit-learn",
  torch: "5 MLPs, PyTorch",
} as const;
const METHOD_NAMES = ["ours", "gp", "boosting", "mlp", "torch"] as const;

/**
 * A coefficient of determination has at most this many digits: further ones say more of rounding than of emulators.
 */
const MAX_DIGITS = 7;

type Means = ReturnType<typeof computeMeans>;

/** A row for every set: the coefficients of determination of all methods, the best in bold. */
const accuracyRows = (): ResultTable["rows"] =>
  bySet(computeMeans(onCommonSplits(storedRuns())), (methodRow) =>
    Object.fromEntries(
      METHOD_NAMES.map((name) => [
        METHOD_TITLES[name],
        best(name, methodRow, coefficient(methodRow(name)?.["R2 components"])),
      ]),
    ),
  );

/** A row for every set: the share of unseen rows that the 95% bounds cover, ours and the Gaussian process's, and their scores. */
const boundsRows = (): ResultTable["rows"] =>
  bySet(computeMeans(storedRuns()), (methodRow) => ({
    "Understudy covers": percent(methodRow("ours")?.["covered of 95%"]),
    "its calibration error": methodRow("ours")?.["calibration error"] ?? null,
    "its interval score": methodRow("ours")?.Winkler ?? null,
    "GP covers": percent(methodRow("gp")?.["covered of 95%"]),
    "GP's calibration error": methodRow("gp")?.["calibration error"] ?? null,
    "GP's interval score": methodRow("gp")?.Winkler ?? null,
  }));

/** @returns null when nothing was measured. */
export function accuracySection(): string | null {
  const rows = accuracyRows();
  if (rows.length === 0) return null;
  return `**Accuracy on unseen rows** (coefficient of determination, mean over outputs; the best in bold)\n\n${markdownTable(rows)}\n\n${describeSpan(storedRuns())}`;
}

/** @returns null when nothing was measured. */
export function boundsSection(): string | null {
  const rows = boundsRows();
  if (rows.length === 0) return null;
  return `**The 95% bounds on unseen rows** (interval score: Winkler's, in standard deviations of the output; smaller is better)\n\n${markdownTable(rows)}`;
}

/**
 * Keeps of each set the splits that every method measured on it was trained on: means over different splits do not
 * compare.
 */
function onCommonSplits(runs: readonly Run[]): Run[] {
  return runs.filter(({ set, seed }) => {
    const setRuns = runs.filter((run) => run.set === set);
    const methods = new Set(setRuns.map(({ method }) => method));
    return setRuns.filter((run) => run.seed === seed).length === methods.size;
  });
}

/** The row of one method of the set at hand. */
type Own = (method: keyof typeof METHOD_TITLES) => Means[number] | undefined;

function bySet(means: Means, cells: (methodRow: Own) => ResultTable["rows"][number]): ResultTable["rows"] {
  const sets = [...new Set(means.map(({ set }) => set))];
  return sets.flatMap((set) => {
    const methodRow: Own = (method) => means.find((row) => row.set === set && row.method === method);
    const first = methodRow("ours");
    if (first === undefined) return [];
    const shape = `${first.rows}, ${first.in} → ${first.out}`;
    return [{ set: String(set), "rows, in → out": shape, splits: first.seeds ?? null, ...cells(methodRow) }];
  });
}

/** As many digits as the distance from 1 deserves, as .99994 and .9999993; nothing where it was not measured. */
function coefficient(value: string | number | null | undefined): string {
  if (typeof value !== "number") return "";
  const digits = Math.min(MAX_DIGITS, Math.max(3, 2 - Math.floor(Math.log10(Math.max(1 - value, 1e-9)))));
  const text = value.toFixed(digits);
  return value < 1 && Number(text) === 1 ? `> ${"0.".padEnd(2 + MAX_DIGITS, "9")}` : text;
}

function best(name: keyof typeof METHOD_TITLES, methodRow: Own, text: string): string {
  const of = (method: keyof typeof METHOD_TITLES) =>
    Number(methodRow(method)?.["R2 components"] ?? Number.NEGATIVE_INFINITY);
  const starred = String(methodRow(name)?.note ?? "").includes("of the rows") ? `${text}*` : text;
  return text !== "" && METHOD_NAMES.every((other) => of(name) >= of(other)) ? `**${starred}**` : starred;
}

const percent = (share: string | number | null | undefined): string =>
  typeof share === "number" ? `${(100 * share).toFixed(1)} %` : "";

/** When it was measured, and what the marks mean. */
function describeSpan(runs: readonly Run[]): string {
  const dates = runs.map(({ date }) => date.slice(0, 10)).sort();
  const when = dates[0] === dates.at(-1) ? dates[0] : `${dates[0]} to ${dates.at(-1)}`;
  return `<sub>${when}. All methods in a row were trained on the same splits. * trained on 1,000 of the rows, because an exact Gaussian process on all of them takes hours.</sub>`;
}

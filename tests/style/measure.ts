/** Measures the figures of each package that `npm run check` holds. */
import { findUndocumentedFunctions } from "./documented-functions.ts";
import { findKnots, findSiblingPairs, findSingleImporterFiles } from "./folders.ts";
import { type ImportEdge, readImportEdges } from "./import-edges.ts";
import { findWordHits, WORD_RULES } from "./plain-words.ts";
import {
  countLines,
  type Finding,
  isInPackage,
  PACKAGE_NAMES,
  type Package,
  type Source,
} from "./sources.ts";
import { findMisplacedTests } from "./test-places.ts";

/** The findings are the places that can make the figure worse. */
export type Measurement = {
  readonly value: number;
  /** The direction in which the figure gets better. */
  readonly better: "lower" | "higher";
  readonly findings: readonly Finding[];
};
/** By the name of the figure, as it stands in `figures.json`. */
export type Measurements = Readonly<Record<string, Measurement>>;
/** By the name of the package. */
export type MeasuredPackages = Readonly<Record<string, Measurements>>;

export function measurePackages(sources: readonly Source[]): MeasuredPackages {
  const edges = readImportEdges(sources);
  const measurements = PACKAGE_NAMES.map((name): [Package, Measurements] => {
    const files = sources.filter(({ file }) => isInPackage(file, name));
    const documentation = name === "engine" ? measureDocumentation(files) : {};
    const places = name === "tests" ? measureTestPlaces(sources, edges) : {};
    return [
      name,
      { ...measureWords(files), ...measureFolders(name, files, edges), ...documentation, ...places },
    ];
  });
  return Object.fromEntries(measurements);
}

export function countPackageLines(sources: readonly Source[], name: Package): number {
  const files = sources.filter(({ file }) => isInPackage(file, name));
  return files.reduce((sum, { text }) => sum + countLines(text), 0);
}

function measureWords(sources: readonly Source[]): Measurements {
  const findings = sources.flatMap(({ file, text }) =>
    findWordHits(text).map(({ line, rule, text: word }) => ({
      rule,
      finding: { file, line, text: `${rule}: ${word}` },
    })),
  );
  return Object.fromEntries(
    WORD_RULES.map((name) => {
      const places = findings.filter(({ rule }) => rule === name).map(({ finding }) => finding);
      return [name, { value: places.length, better: "lower", findings: places }];
    }),
  );
}

/** Imports by tests do not count for the files of the product: they say nothing about where a file should stand. */
function measureFolders(
  name: Package,
  sources: readonly Source[],
  allEdges: readonly ImportEdge[],
): Measurements {
  const edges = allEdges.filter(({ from }) => isInPackage(from, name));
  const inner = edges.filter(({ to }) => isInPackage(to, name));
  const relevant = name === "tests" ? edges : allEdges.filter(({ from }) => !isInPackage(from, "tests"));
  const siblings = findSiblingPairs(inner);
  const knots = findKnots(inner);
  const singles = findSingleImporterFiles(sources, relevant);
  const lineCount = sources.reduce((sum, { text }) => sum + countLines(text), 0);
  const imports = edges.map(({ from, to, line }) => ({ file: from, line, text: `imports ${to}` }));
  return {
    "lines per import": {
      value: roundDown(lineCount / Math.max(1, edges.length)),
      better: "higher",
      findings: imports,
    },
    "pairs of sibling folders that import each other": {
      value: siblings.count,
      better: "lower",
      findings: siblings.findings,
    },
    "folders in knots": { value: knots.count, better: "lower", findings: knots.findings },
    "small files with one importer, in the same folder": {
      value: singles.length,
      better: "lower",
      findings: singles,
    },
  };
}

function measureTestPlaces(sources: readonly Source[], edges: readonly ImportEdge[]): Measurements {
  const findings = findMisplacedTests(sources, edges);
  return {
    "unit tests elsewhere than what they test": { value: findings.length, better: "lower", findings },
  };
}

function measureDocumentation(sources: readonly Source[]): Measurements {
  const { functionCount, findings } = findUndocumentedFunctions(sources);
  const share = 100 * (1 - findings.length / Math.max(1, functionCount));
  return { "% of exported functions with @param": { value: roundDown(share), better: "higher", findings } };
}

/** Rounds to one decimal. A figure that should rise is rounded down, so that a change of a few lines does not lower it. */
const roundDown = (value: number): number => Math.floor(10 * value) / 10;

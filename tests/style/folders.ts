/** Measures how folders depend on each other. */
import { posix } from "node:path";
import type { ImportEdge } from "./import-edges.ts";
import { countLines, type Finding, type Source } from "./sources.ts";

/** A file of at most this many lines that serves one neighbour only could stand in that neighbour. */
const SMALL_FILE_LINES = 60;

type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

const getFolder = (file: string): string => posix.dirname(file);
const toFinding = ({ from, to, line }: ImportEdge): Finding => ({ file: from, line, text: `imports ${to}` });

/** @returns for each folder, the other folders that its files import */
function buildFolderGraph(edges: readonly ImportEdge[]): FolderGraph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const folder = getFolder(from);
    if (folder !== getFolder(to)) graph.set(folder, (graph.get(folder) ?? new Set()).add(getFolder(to)));
  }
  return graph;
}

/** Counts the pairs of folders with the same parent that import each other. The findings are the imports between them. */
export function findSiblingPairs(edges: readonly ImportEdge[]): { count: number; findings: Finding[] } {
  const graph = buildFolderGraph(edges);
  const isMutual = (a: string, b: string) =>
    a !== b &&
    getFolder(a) === getFolder(b) &&
    graph.get(a)?.has(b) === true &&
    graph.get(b)?.has(a) === true;
  const imports = edges.filter(({ from, to }) => isMutual(getFolder(from), getFolder(to)));
  const pairs = new Set(imports.map(({ from, to }) => [getFolder(from), getFolder(to)].sort().join(" ")));
  return { count: pairs.size, findings: imports.map(toFinding) };
}

/**
 * Finds knots: groups of two or more folders each of which leads to every other by imports (the strongly connected components
 * of the graph of folders).
 * @returns the number of folders that are part of a knot, and the imports between folders of the same knot
 */
export function findKnots(edges: readonly ImportEdge[]): { count: number; findings: Finding[] } {
  const graph = buildFolderGraph(edges);
  const reachable = new Map(Array.from(graph.keys(), (folder) => [folder, findReachable(graph, folder)]));
  const isKnot = (a: string, b: string) =>
    a !== b && reachable.get(a)?.has(b) === true && reachable.get(b)?.has(a) === true;
  const imports = edges.filter(({ from, to }) => isKnot(getFolder(from), getFolder(to)));
  const folders = new Set(imports.map(({ from }) => getFolder(from)));
  return { count: folders.size, findings: imports.map(toFinding) };
}

function findReachable(graph: FolderGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const target of graph.get(folder) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  }
  return reached;
}

/** Finds small files that only one other file of the same package imports, which stands in the same folder. */
export function findSingleImporterFiles(sources: readonly Source[], edges: readonly ImportEdge[]): Finding[] {
  const importers = Map.groupBy(edges, ({ to }) => to);
  return sources.flatMap(({ file, text }) => {
    const [edge, ...rest] = importers.get(file) ?? [];
    const isSingle = edge !== undefined && rest.length === 0 && getFolder(edge.from) === getFolder(file);
    if (!isSingle || countLines(text.trimEnd()) > SMALL_FILE_LINES) return [];
    return [{ file, line: 1, text: `only ${posix.basename(edge.from)} imports this small file` }];
  });
}

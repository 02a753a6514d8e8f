/**
 * Checks the names of a spec's files. They lie in a folder here and are copied to servers of every platform, so a
 * name must mean the same one file below that folder on Linux, macOS and Windows.
 */
const MAX_SEGMENT_BYTES = 200;
const MAX_PATH_BYTES = 500;
/** Windows keeps these for devices, whatever follows the first dot. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Control characters and what Windows allows in no name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN_CHARACTERS = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/** Describes the problem of a path (segments separated by `/`) as the end of a sentence; null when there is none. */
export function pathProblem(path: string): string | null {
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "is an absolute path";
  const segments = path.split("/");
  if (segments.includes("..")) return "leads out of the spec's folder";
  if (segments.some((segment) => segment === "" || segment === ".")) return "is not a plain path";
  if (FORBIDDEN_CHARACTERS.test(path))
    return 'holds a character that not every system allows in a name: < > : " | ? * \\';
  if (segments.some((segment) => /[. ]$/.test(segment))) return "has a name that ends in a dot or a space";
  if (segments.some((segment) => WINDOWS_DEVICE.test(segment)))
    return "has a name that Windows keeps for a device";
  const bytes = Buffer.byteLength(path);
  const longest = Math.max(...segments.map((segment) => Buffer.byteLength(segment)));
  return bytes > MAX_PATH_BYTES || longest > MAX_SEGMENT_BYTES ? "is too long" : null;
}

const MAX_SHOWN = 120;
/** A path inside a sentence, cut to a readable length. */
export const shownPath = (path: string): string =>
  path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;

/** Tells whether a file is one that macOS and Windows put beside people's files without asking. */
export const isClutter = (path: string): boolean =>
  /^(\.\/)?__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);

/** As some file systems compare names: macOS and Windows without case, macOS composed. */
const folded = (path: string): string => path.normalize("NFC").toLowerCase();

/** Pairs of paths that cannot lie in one folder on every system: the same but for case, or a file where another has a folder. */
export function collisions(paths: readonly string[]): [string, string][] {
  const files = new Map<string, string>();
  const pairs: [string, string][] = [];
  for (const path of paths) {
    const other = files.get(folded(path));
    if (other === undefined) files.set(folded(path), path);
    else pairs.push([other, path]);
  }
  for (const path of files.values()) {
    const foldedPath = folded(path);
    for (let end = foldedPath.indexOf("/"); end !== -1; end = foldedPath.indexOf("/", end + 1)) {
      const file = files.get(foldedPath.slice(0, end));
      if (file !== undefined) pairs.push([file, path]);
    }
  }
  return pairs;
}

/** The single folder that all paths lie in, with its slash; "" where there is none, or where spec.json lies beside it. */
export function topFolder(paths: readonly string[]): string {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  return folder !== "" && paths.every((path) => path.startsWith(folder)) ? folder : "";
}

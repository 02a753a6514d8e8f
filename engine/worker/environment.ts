/** The name of the variable by which the children of a simulation are found again, wherever they went. */
const MARKER = "UNDERSTUDY_SIMULATION";

/** How the marker of one simulation stands in an environment, and how those of a whole start of a client begin. */
export const markOf = (instance: string, attempt: string): string => `${MARKER}=${instance}.${attempt}\0`;
export const marksOf = (instance: string): string => `${MARKER}=${instance}.`;

/** Without these no program starts on Windows. */
const OF_WINDOWS = ["SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "windir", "NUMBER_OF_PROCESSORS"];

type Wanted = {
  /** The simulation's own. */
  directory: string;
  instance: string;
  attempt: string;
  /** Names of variables that the owner of this server wants simulations to see, as those of a licence server. */
  passed: readonly string[];
};

/** What a simulation sees of the world: built from nothing, so that no key and no setting of the user's reaches it. */
export function cleanEnvironment(
  { directory, instance, attempt, passed }: Wanted,
  from: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const names = platform === "win32" ? [...OF_WINDOWS, ...passed] : passed;
  const taken = names
    .filter((name) => !name.startsWith("UNDERSTUDY_"))
    .flatMap((name): [string, string][] => {
      const value = from[name];
      return value === undefined ? [] : [[name, value]];
    });
  return {
    ...Object.fromEntries(taken),
    PATH: from.PATH ?? from.Path ?? "",
    HOME: directory,
    TMPDIR: directory,
    ...(platform === "win32" && { TEMP: directory, TMP: directory, USERPROFILE: directory }),
    LANG: "C.UTF-8",
    // Many simulations run side by side: each keeps to one core unless its command says otherwise.
    OMP_NUM_THREADS: "1",
    [MARKER]: `${instance}.${attempt}`,
  };
}

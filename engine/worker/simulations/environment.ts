import { neededEnvironment, pick } from "../../processes/environment.ts";

/** The name of the variable by which the children of a simulation are found again, wherever they went. */
const MARKER = "UNDERSTUDY_SIMULATION";

/** How the marker of one simulation stands in an environment, and how those of a whole start of a client begin. */
export const markOf = (instance: string, attempt: string): string => `${MARKER}=${instance}.${attempt}\0`;
export const marksOf = (instance: string): string => `${MARKER}=${instance}.`;

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
  const allowed = passed.filter((name) => !name.toUpperCase().startsWith("UNDERSTUDY_"));
  return {
    ...pick(allowed, from, platform),
    PATH: "",
    ...neededEnvironment(from, platform),
    HOME: directory,
    TMPDIR: directory,
    ...(platform === "win32" && { TEMP: directory, TMP: directory, USERPROFILE: directory }),
    LANG: "C.UTF-8",
    // Many simulations run side by side: each uses one core unless its command sets another number.
    OMP_NUM_THREADS: "1",
    [MARKER]: `${instance}.${attempt}`,
  };
}

import { keyed } from "./keyed.ts";

/** The newest emulator known of each job; 0: none. */
const versions = keyed<number, number>(0);

export const useEmulatorVersion = versions.useValue;

export function setEmulatorVersion(jobId: number, version: number): void {
  if (version > versions.get(jobId)) versions.set(jobId, version);
}

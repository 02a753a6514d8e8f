import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEmulatorVersion } from "../../../../store/emulator-versions.ts";
import { readAddress, updateAddress } from "../url-state.ts";
import { parametersOf, pointFromText, pointToText } from "./parameters.ts";
import { createSession, type EmulatorSession } from "./session.ts";

const ADDRESS_AFTER_MS = 400;

/** The session of a job's emulator page, which lives as long as the parameters stay what they are. */
export function useSession(jobId: number, config: JobConfig): EmulatorSession | null {
  // Display names and units may change under way: only what a parameter is makes it another.
  const shape = JSON.stringify(parametersOf(config));
  const parameters = useMemo<ReturnType<typeof parametersOf>>(() => JSON.parse(shape), [shape]);
  const [session, setSession] = useState<EmulatorSession | null>(null);

  useEffect(() => {
    const mine = createSession(jobId, parameters, pointFromText(readAddress().get("at"), parameters));
    let timer: ReturnType<typeof setTimeout> | undefined;
    mine.whenMoved((point) => {
      clearTimeout(timer);
      timer = setTimeout(() => updateAddress({ at: pointToText(point, parameters) }), ADDRESS_AFTER_MS);
    });
    setSession(mine);
    return () => {
      clearTimeout(timer);
      mine.end();
    };
  }, [jobId, parameters]);

  const version = useEmulatorVersion(jobId);
  const asked = useRef(version);
  useEffect(() => {
    if (asked.current === version) return;
    asked.current = version;
    session?.refresh();
  }, [version, session]);

  return session;
}

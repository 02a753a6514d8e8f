import { useEffect, useMemo, useState } from "react";
import { type Parameter, pointFromText, pointToText } from "#pages/jobs/job-id/emulator/parameters.ts";
import { readAddress, updateAddress } from "#pages/jobs/job-id/url-state.ts";
import { type ComparedStore, createComparedStore, type EmulatorRequest } from "./compared-store.ts";

const ADDRESS_AFTER_MS = 400;

/** The store of the predictions, made anew at the point in the address when jobs, emulators or outputs change. */
export function useComparedStore(
  currentParameters: readonly Parameter[],
  currentRequests: readonly EmulatorRequest[],
): ComparedStore | null {
  const shape = JSON.stringify(currentParameters);
  const question = JSON.stringify(currentRequests);
  const parameters = useMemo<Parameter[]>(() => JSON.parse(shape), [shape]);
  const emulatorRequests = useMemo<EmulatorRequest[]>(() => JSON.parse(question), [question]);
  const [store, setStore] = useState<ComparedStore | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mine = createComparedStore({
      parameters,
      emulatorRequests,
      start: pointFromText(readAddress().get("at"), parameters),
      onMove: (point) => {
        clearTimeout(timer);
        timer = setTimeout(() => updateAddress({ at: pointToText(point, parameters) }), ADDRESS_AFTER_MS);
      },
    });
    setStore(mine);
    return () => {
      clearTimeout(timer);
      mine.end();
    };
  }, [parameters, emulatorRequests]);
  return store;
}

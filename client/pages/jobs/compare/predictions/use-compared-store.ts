import { useEffect, useMemo, useState } from "react";
import { type Parameter, pointFromText, pointToText } from "../../job-id/emulator/parameters.ts";
import { readAddress, updateAddress } from "../../job-id/url-state.ts";
import { type Asked, type ComparedStore, createComparedStore } from "./compared-store.ts";

const ADDRESS_AFTER_MS = 400;

/** The store of the predictions, made anew at the point in the address when jobs, emulators or outputs change. */
export function useComparedStore(
  wantedParameters: readonly Parameter[],
  wanted: readonly Asked[],
): ComparedStore | null {
  const shape = JSON.stringify(wantedParameters);
  const question = JSON.stringify(wanted);
  const parameters = useMemo<Parameter[]>(() => JSON.parse(shape), [shape]);
  const asked = useMemo<Asked[]>(() => JSON.parse(question), [question]);
  const [store, setStore] = useState<ComparedStore | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mine = createComparedStore({
      parameters,
      asked,
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
  }, [parameters, asked]);
  return store;
}

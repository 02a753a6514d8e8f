import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { useEffect, useState } from "react";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { type Parameter, pointFromText, pointToText } from "./parameters.ts";

/** The sliders must rest this long before their position is written into the address. */
const ADDRESS_AFTER_MS = 400;

/** The position of the sliders in the address. */
export type AddressedPosition = {
  readonly start: InputPoint;
  /** To be called with each new position. */
  readonly onMove: (point: InputPoint) => void;
};

/**
 * Keeps a store of predictions whose sliders stand where the page's address says. It is made anew when the parameters or `create`
 * change, and ended before that.
 * @returns null until it has been made
 */
export function useAddressedStore<S extends { end(): void }>(
  parameters: readonly Parameter[],
  create: (position: AddressedPosition) => S,
): S | null {
  const [store, setStore] = useState<S | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mine = create({
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
  }, [parameters, create]);
  return store;
}

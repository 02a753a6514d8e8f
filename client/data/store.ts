import { atom, createStore, type PrimitiveAtom, useAtomValue } from "jotai";

/** The one store. A value that is set to what it is draws nothing again. It lives outside React, so that a socket's event may write to it. */
const store = createStore();

/** A single value that components follow. */
export function single<Value>(initial: Value) {
  const only = atom({ value: initial });
  return {
    get: (): Value => store.get(only).value,
    set: (value: Value): void => {
      if (!Object.is(store.get(only).value, value)) store.set(only, { value });
    },
    useValue: (): Value => useAtomValue(only, { store }).value,
    subscribe: (listener: () => void): (() => void) => store.sub(only, listener),
  };
}

/** One value a key: a component that follows one key is not drawn again when another changes. */
export function keyed<Key extends string | number, Value>(initial: Value) {
  const atoms = new Map<Key, PrimitiveAtom<{ value: Value }>>();
  const none = atom({ value: initial });
  const getAtom = (key: Key): PrimitiveAtom<{ value: Value }> => {
    const existing = atoms.get(key);
    if (existing !== undefined) return existing;
    const fresh = atom({ value: initial });
    atoms.set(key, fresh);
    return fresh;
  };
  return {
    keys: (): Key[] => [...atoms.keys()],
    get: (key: Key): Value => store.get(getAtom(key)).value,
    set: (key: Key, value: Value): void => {
      const keyAtom = getAtom(key);
      if (!Object.is(store.get(keyAtom).value, value)) store.set(keyAtom, { value });
    },
    /** A component that has no key yet gets the initial value. */
    useValue: (key: Key | null): Value => useAtomValue(key === null ? none : getAtom(key), { store }).value,
  };
}

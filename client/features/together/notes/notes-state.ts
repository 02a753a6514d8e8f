import { keyed } from "#data/store.ts";

/** The state of the notes on a job's page. By default they are shown where they hold text. */
export const notesState = keyed<number, "default" | "open" | "closed">("default");

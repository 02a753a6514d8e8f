import type { SharedPage } from "@understudy/shared/live/presence.ts";
import { createOutbox, INITIAL_STATE } from "#data/outbox.ts";
import { getPresence } from "#data/presence.ts";
import { sendPresence, watch } from "#data/socket/socket.ts";
import { watchInput } from "./watch-input.ts";

type Outbox = ReturnType<typeof createOutbox>;

/**
 * Begins to send what the person touches on a page, and whether they are idle.
 * @param root the part of the page whose controls others see marked
 * @param onMove the person moves something on the page
 * @returns what ends it
 */
export function sharePage(
  outbox: Outbox,
  page: SharedPage,
  root: HTMLElement,
  onMove: () => void,
): () => void {
  const ends = [
    watch(page, outbox.repeatState),
    watchInput(root, {
      onTouch: (touched) => outbox.setActivity({ touched }),
      onIdle: (is_idle) => {
        outbox.setState({ is_idle });
        if (is_idle) outbox.setActivity({ pointer: null });
      },
      onMove,
    }),
    outbox.end,
    // Another component may go on watching the page.
    () => sendPresence({ type: "state", page, state: INITIAL_STATE }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Begins to share a page on which nobody can be followed, such as a form. @returns what ends it */
export function shareForm(page: SharedPage, root: HTMLElement): () => void {
  const countViewers = () => getPresence(page).length;
  const outbox = createOutbox({ page, send: sendPresence, countViewers, readView: null });
  return sharePage(outbox, page, root, () => {});
}

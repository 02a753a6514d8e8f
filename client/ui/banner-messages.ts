import { notifications } from "@mantine/notifications";
import { BANNER_MESSAGE_MS } from "@understudy/shared/limits.ts";

/** Banner messages lie over the page, so that nothing moves, and last as long as the specification says. */
const show = (message: string, color: string): void =>
  void notifications.show({
    // The same message pressed twice is one banner.
    id: message,
    message,
    color,
    withBorder: true,
    closeButtonProps: { "aria-label": "Dismiss" },
    autoClose: BANNER_MESSAGE_MS,
  });

export const notifySuccess = (message: string): void => show(message, "green");
export const notifyError = (message: string): void => show(message, "red");

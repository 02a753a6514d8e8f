/** Notifications that the browser shows by itself, in this browser and for one user, by choice. */
import type { Notification as Told } from "@understudy/shared/api/notification.ts";
import { notificationText } from "@understudy/shared/texts/notification-text.ts";

/** The id of the user who turned them on in this browser. */
const STORAGE_KEY = "browser-notifications";

/** `blocked`: the browser refuses, and only the person can change that in its settings. */
export type BrowserState = "on" | "off" | "blocked" | "unsupported";

export function browserState(userId: number): BrowserState {
  if (!("Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const isOn = Notification.permission === "granted" && localStorage.getItem(STORAGE_KEY) === String(userId);
  return isOn ? "on" : "off";
}

/** Asks the person, who has just pressed a button: browsers answer no other question. */
export async function turnOn(userId: number): Promise<BrowserState> {
  if ((await Notification.requestPermission()) === "granted")
    localStorage.setItem(STORAGE_KEY, String(userId));
  return browserState(userId);
}

export function turnOff(userId: number): BrowserState {
  localStorage.removeItem(STORAGE_KEY);
  return browserState(userId);
}

/** Shows it, once for all open tabs. @param onClick called when the person presses it */
export function showNotification(notification: Told, onClick: () => void): void {
  const { id: tag, error, comment } = notification;
  const body = comment?.text ?? error;
  const options = { tag, icon: "/favicon.svg", ...(body !== null && { body }) };
  try {
    const shown = new Notification(notificationText(notification), options);
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      onClick();
    });
  } catch {
    // Some browsers on phones have the interface but allow it to service workers only.
  }
}

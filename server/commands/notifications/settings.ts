/** Reads and stores which notifications people want, and by which channels. */
import { DEFAULT_CHANNELS, type NotificationChoices } from "@understudy/shared/api/notification.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { NotificationSettingsRecord } from "../../models/notification.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";

const DEFAULT_CHOICES: NotificationChoices = {
  complete: DEFAULT_CHANNELS,
  failed: DEFAULT_CHANNELS,
  needs_configuration: DEFAULT_CHANNELS,
  servers_lost: DEFAULT_CHANNELS,
  mentioned: DEFAULT_CHANNELS,
};

export async function readSettings({ store }: Records, userId: number): Promise<NotificationSettingsRecord> {
  const stored = await store.notificationSettings.findOne({ _id: userId });
  return stored ?? { _id: userId, choices: DEFAULT_CHOICES, webhook: null };
}

/** Changes a part of them; the person's open pages show it. */
export async function changeSettings(
  { store, publish }: LiveRecords,
  userId: number,
  change: Partial<Pick<NotificationSettingsRecord, "choices" | "webhook">>,
): Promise<NotificationSettingsRecord> {
  const { notificationSettings } = store;
  const update = () => notificationSettings.update({ _id: userId }, change);
  const insert = () =>
    notificationSettings
      .insert({ _id: userId, choices: DEFAULT_CHOICES, webhook: null, ...change })
      .catch((error: unknown) => {
        // Another call of theirs was first.
        if (isDuplicate(error)) return update();
        throw error;
      });
  const changed = (await update()) ?? (await insert());
  publish.notificationSettingsChanged(userId);
  return changed ?? (await readSettings({ store }, userId));
}

/** Null: nobody is to be notified as this person (any more). */
export async function recipient({ store }: Records, userId: number): Promise<User | null> {
  const user = await store.users.findOne({ _id: userId });
  return user === null || user.restricted || !user.active ? null : user;
}

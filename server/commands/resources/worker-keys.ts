/**
 * Worker client keys, by which a person's servers sign in. A key is derived from the installation's secret, the person and
 * a number that rises when they make a new one. So it can be shown again although it is stored nowhere (to encrypt it would
 * take the same secret and a ciphertext besides), whoever reads the database cannot connect a server, and a key that this
 * installation never gave out is refused without a look at the database.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { openSecret } from "../../files/secret.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";

/** The contents of a genuine key; `ownerOf` decides whether it is still valid. */
export type ReadKey = { readonly userId: number; readonly version: number };

export type WorkerKeys = Awaited<ReturnType<typeof openWorkerKeys>>;

export async function openWorkerKeys({ store, publish, config }: Platform) {
  const secret = await openSecret(config.dataDir, "worker-keys");
  const signKey = ({ userId, version }: ReadKey): string => {
    const mac = createHmac("sha256", secret)
      .update(`worker client key ${userId} ${version}`)
      .digest("base64url");
    return `us_${userId}_${version}_${mac}`;
  };
  const readVersion = async (userId: number) =>
    (await store.workerKeys.findOne({ _id: userId }))?.version ?? 0;

  return {
    current: async (userId: number): Promise<string> =>
      signKey({ userId, version: await readVersion(userId) }),

    /** Servers that are connected by the old key are disconnected at once, in every process. */
    regenerate: async (userId: number): Promise<string> => {
      const { version } = await store.workerKeys.upsert({ _id: userId }, {}, { $inc: { version: 1 } });
      publish.endServers(userId, MESSAGES.workerKeyReplaced);
      return signKey({ userId, version });
    },

    /** Null: this installation never gave out such a key. */
    read: (key: string): ReadKey | null => {
      const [, user, version] = /^us_(\d{1,15})_(\d{1,9})_[\w-]{43}$/.exec(key) ?? [];
      if (user === undefined || version === undefined) return null;
      const read = { userId: Number(user), version: Number(version) };
      const genuine = Buffer.from(signKey(read));
      const received = Buffer.from(key);
      return genuine.length === received.length && timingSafeEqual(genuine, received) ? read : null;
    },

    /** Finds the owner of a key; null when the key has been replaced, or when the owner may have no servers. */
    ownerOf: async ({ userId, version }: ReadKey): Promise<User | null> => {
      if ((await readVersion(userId)) !== version) return null;
      const user = await store.users.findOne({ _id: userId });
      return user === null || user.restricted || !user.active ? null : user;
    },
  };
}

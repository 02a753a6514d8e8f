/**
 * Worker client keys, by which a person's servers sign in. A key is derived from the installation's secret, the person and
 * a number that rises when they make a new one. So it can be shown again although it is stored nowhere (to encrypt it would
 * take the same secret and a ciphertext besides), whoever reads the database cannot connect a server, and a key that this
 * installation never gave out is refused without a look at the database.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { openSecret } from "../../files/secret.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";

/** The contents of a genuine key of a person; `ownerOf` decides whether it is still valid. */
export type ReadKey = { readonly userId: number; readonly version: number };
/** The contents of a genuine key of a machine; `signInMachine` decides whether it still serves. */
export type MachineKey = { readonly machineId: number };

export type WorkerKeys = Awaited<ReturnType<typeof openWorkerKeys>>;

export async function openWorkerKeys({
  store,
  publish,
  config,
}: Pick<Platform, "config" | "store" | "publish">) {
  const secret = await openSecret(config.dataDir, "worker-keys");
  const signKey = ({ userId, version }: ReadKey): string => {
    const mac = createHmac("sha256", secret)
      .update(`worker client key ${userId} ${version}`)
      .digest("base64url");
    return `us_${userId}_${version}_${mac}`;
  };
  const signMachineKey = (machineId: number): string => {
    const mac = createHmac("sha256", secret).update(`machine key ${machineId}`).digest("base64url");
    return `um_${machineId}_${mac}`;
  };
  const isGenuine = (key: string, genuine: string): boolean => {
    const [received, expected] = [Buffer.from(key), Buffer.from(genuine)];
    return received.length === expected.length && timingSafeEqual(received, expected);
  };
  const findOwner = async (userId: number): Promise<User | null> => {
    const user = await store.users.findOne({ _id: userId });
    return user === null || user.restricted || !user.active ? null : user;
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
      return isGenuine(key, signKey(read)) ? read : null;
    },

    /** The key of the one machine of this id: it serves one start of one worker client. */
    signMachineKey,
    /** Null: it is no key of a machine. */
    readMachine: (key: string): MachineKey | null => {
      const [, id] = /^um_(\d{1,15})_[\w-]{43}$/.exec(key) ?? [];
      return id !== undefined && isGenuine(key, signMachineKey(Number(id)))
        ? { machineId: Number(id) }
        : null;
    },
    /** Finds the person for whose job a machine was created; null when it is being deleted, or when they may have no servers. */
    ownerOfMachine: async ({ machineId }: MachineKey): Promise<User | null> => {
      const machine = await store.machines.findOne({ _id: machineId, phase: { $ne: "releasing" } });
      return machine === null ? null : await findOwner(machine.user_id);
    },

    /** Finds the id of the owner of a machine that exists; null: there is no such machine. */
    ownerIdOfMachine: async ({ machineId }: MachineKey): Promise<number | null> =>
      (await store.machines.findOne({ _id: machineId }))?.user_id ?? null,

    /** Finds the owner of a key; null when the key has been replaced, or when the owner may have no servers. */
    ownerOf: async ({ userId, version }: ReadKey): Promise<User | null> => {
      if ((await readVersion(userId)) !== version) return null;
      return await findOwner(userId);
    },
  };
}

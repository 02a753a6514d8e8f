/**
 * Browsers by which a person has logged in before. Each holds a cookie that this installation has signed; nothing is stored. It
 * opens nothing: its owner still needs the password, but strangers who try passwords do not keep them waiting.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { openSecret } from "../../files/secret.ts";
import type { User } from "../../models/user.ts";

const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000;
/** The person's id, the end of its time (ms), a random name, and the signature. */
const TOKEN_PATTERN = /^(\d{1,15})\.(\d{1,15})\.([\w-]{16})\.([\w-]{43})$/;

type Owner = Pick<User, "_id" | "password_hash">;

export type KnownDevices = {
  /** Issues the token that a browser gets when its person has logged in. */
  issue(user: Owner): { readonly token: string; readonly expires: Date };
  /** The name of a device by which this person has logged in, since their password was changed last; null: it is none. */
  nameOf(user: Owner, token: string | undefined): string | null;
};

/** @param secret Known to nobody else. @param clock Milliseconds */
export function createKnownDevices(secret: Buffer, clock: () => number = Date.now): KnownDevices {
  // The hash of the password is signed, and not part of the cookie: once it changes, no device is known any more.
  const sign = ({ _id, password_hash }: Owner, expires: string, name: string): Buffer =>
    createHmac("sha256", secret)
      .update(JSON.stringify([_id, expires, name, password_hash]))
      .digest();
  return {
    issue: (user) => {
      const expires = clock() + KNOWN_FOR_MS;
      const name = randomBytes(12).toString("base64url");
      const signature = sign(user, String(expires), name).toString("base64url");
      return { token: `${user._id}.${expires}.${name}.${signature}`, expires: new Date(expires) };
    },
    nameOf: (user, token = "") => {
      const [, id, expires = "", name = "", signature = ""] = TOKEN_PATTERN.exec(token) ?? [];
      if (Number(id) !== user._id || Number(expires) < clock()) return null;
      return timingSafeEqual(sign(user, expires, name), Buffer.from(signature, "base64url")) ? name : null;
    },
  };
}

export const openKnownDevices = async (dataDir: string): Promise<KnownDevices> =>
  createKnownDevices(await openSecret(dataDir, "devices"));

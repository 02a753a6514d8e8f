/** People of every kind, logged in over HTTP. */

import { ensureFirstAdmin, type NewUser } from "@understudy/server/commands/users/create-user.ts";
import type { TestServer } from "../processes/stack.ts";
import { type Caller, createCaller } from "./caller.ts";

export const PASSWORD = "a long way from common";

/** The first admin, logged in. */
export async function logInAdmin({ url, config }: TestServer): Promise<Caller> {
  const email = "admin@example.org";
  await ensureFirstAdmin({ ...config, adminEmail: email, adminPassword: PASSWORD });
  return await logIn(url, email);
}

export async function logIn(url: string, email: string, password = PASSWORD): Promise<Caller> {
  const caller = createCaller(url);
  await caller.call("logIn", { body: { email, password } });
  return caller;
}

let people = 0;

/** Somebody new whom the admin has made, logged in; their id beside. */
export async function addPerson(
  admin: Caller,
  fields: Partial<NewUser> = {},
): Promise<Caller & { id: number; email: string; name: string }> {
  const email = fields.email ?? `person${++people}@example.org`;
  const name = fields.name ?? `Person ${people}`;
  const { id } = await admin.call("createUser", { body: { email, name, password: PASSWORD, ...fields } });
  return { ...(await logIn(admin.url, email, fields.password ?? PASSWORD)), id, email, name };
}

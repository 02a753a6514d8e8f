import { z } from "zod";

/** Whom the provider says it is. */
export type Identity = {
  readonly issuer: string;
  /** Never changes, and is never given to somebody else, unlike an e-mail address. */
  readonly subject: string;
  /** In lower case; null: the provider sends none that can be used. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string;
  /** Null: the provider decides about none. */
  readonly roles: SsoRoles | null;
};
export type SsoRoles = { readonly isAdmin: boolean; readonly isRestricted: boolean };

const MAX_NAME_LENGTH = 100;
const email = z.email().max(200);
const text = z.string().trim().min(1);
const roleNames = z.union([z.array(z.unknown()), z.string().transform((list) => list.split(/[\s,]+/))]);

type Claims = Readonly<Record<string, unknown>>;

/** Reads the identity of a person who has logged in at the provider from the claims. */
export function readIdentity(
  claims: Claims & { iss: string; sub: string },
  rolesClaim: string | null,
): Identity {
  const address = email.safeParse(claims.email).data?.toLowerCase() ?? null;
  const names = [claims.name, claims.preferred_username, address?.split("@")[0], claims.sub];
  const name = names
    .map((candidate) => text.safeParse(candidate).data)
    .find((validName) => validName !== undefined);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: address,
    // Some providers send a text.
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: (name ?? claims.sub).slice(0, MAX_NAME_LENGTH),
    roles: rolesClaim === null ? null : readRoles(claimAt(claims, rolesClaim)),
  };
}

/** A person without the claim has no role: providers leave out what is empty. */
function readRoles(claim: unknown): SsoRoles {
  const names = roleNames.safeParse(claim).data ?? [];
  return { isAdmin: names.includes("admin"), isRestricted: names.includes("restricted") };
}

/** A claim by its name, which may have dots in it, or by a path of names with dots between them. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const nested = z.record(z.string(), z.unknown());
  return name.split(".").reduce<unknown>((value, part) => {
    const fields = nested.safeParse(value).data ?? {};
    return Object.hasOwn(fields, part) ? fields[part] : undefined;
  }, claims);
}

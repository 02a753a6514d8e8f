import { z } from "zod";

/** The provider that people log in with, besides local passwords. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claim that names a person's roles; null: the provider decides about none. */
  readonly rolesClaim: string | null;
};

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** The address of the provider, whose answers are trusted: nobody on the way may change them. */
export const issuerUrl = z
  .string()
  .trim()
  .refine((value) => {
    const url = URL.parse(value);
    return url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK_HOSTS.includes(url.hostname));
  }, "must be an address that starts with https:// (http:// is accepted on this machine only)");

type OidcVariables = {
  OIDC_ISSUER: string | null;
  OIDC_CLIENT_ID: string | null;
  OIDC_CLIENT_SECRET: string | null;
  OIDC_ROLES_CLAIM: string | null;
};

/** The variables that are missing: none or all of the first three are given. */
export function missingOidcVariables(variables: OidcVariables): string[] {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES_CLAIM } = variables;
  const required = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  const isUnused = [...Object.values(required), OIDC_ROLES_CLAIM].every((value) => value === null);
  return isUnused ? [] : Object.entries(required).flatMap(([name, value]) => (value === null ? [name] : []));
}

/** Null: single sign-on is not configured. */
export function oidcConfig(variables: OidcVariables): OidcConfig | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLES_CLAIM } = variables;
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null || OIDC_CLIENT_SECRET === null) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    rolesClaim: OIDC_ROLES_CLAIM,
  };
}

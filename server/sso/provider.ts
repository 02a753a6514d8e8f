import * as oidc from "openid-client";
import type { OidcConfig } from "../core/oidc-config.ts";
import { type Identity, readIdentity } from "./claims.ts";
import { SsoError } from "./failure.ts";

/** Seconds that the provider may take for one answer. */
const TIMEOUT_SECONDS = 10;
/** Milliseconds after which its description is read again: it may have moved or have other keys. */
const DESCRIPTION_MS = 60 * 60 * 1000;
const OIDC_SCOPE = "openid email profile";

/** The values that tie an answer of the provider to the browser that was sent there. */
export type Checks = { readonly state: string; readonly nonce: string; readonly verifier: string };

export const newChecks = (): Checks => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

export type SsoProvider = ReturnType<typeof createSsoProvider>;

/** The OpenID Connect provider: authorization code flow with PKCE. It is not asked anything before somebody logs in. */
export function createSsoProvider({ issuer, clientId, clientSecret, rolesClaim }: OidcConfig) {
  let cached: { readonly configuration: oidc.Configuration; readonly until: number } | null = null;

  const describe = async (): Promise<oidc.Configuration> => {
    if (cached !== null && Date.now() < cached.until) return cached.configuration;
    const url = new URL(issuer);
    // An ID token's signature is checked too, though it comes straight from the provider.
    const execute = [oidc.enableNonRepudiationChecks];
    if (url.protocol === "http:") execute.push(oidc.allowInsecureRequests);
    const options = { execute, timeout: TIMEOUT_SECONDS };
    const configuration = await oidc.discovery(url, clientId, clientSecret, undefined, options);
    cached = { configuration, until: Date.now() + DESCRIPTION_MS };
    return configuration;
  };

  return {
    /**
     * Returns the address to which a browser is sent. @throws SsoError when the provider cannot be reached, or its
     * answer not be understood
     */
    loginUrl: async (redirectUri: string, { state, nonce, verifier }: Checks): Promise<string> => {
      const configuration = await describe().catch((cause: unknown) => {
        throw new SsoError("unavailable", { cause });
      });
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: OIDC_SCOPE,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href;
    },

    /**
     * Who has come back from the provider.
     * @param returned the address that the provider sent the browser to
     * @throws SsoError when they were refused there, or the provider's answers are not valid
     */
    identify: async (returned: URL, { state, nonce, verifier }: Checks): Promise<Identity> => {
      try {
        const configuration = await describe();
        const tokens = await oidc.authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("The provider sent no ID token.");
        const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
        return readIdentity({ ...more, ...claims }, rolesClaim);
      } catch (cause) {
        const isRefused = cause instanceof oidc.AuthorizationResponseError && cause.error === "access_denied";
        throw new SsoError(isRefused ? "refused" : "unavailable", { cause });
      }
    },
  };
}

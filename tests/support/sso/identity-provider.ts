/** A real OpenID Connect provider on a free port. It logs in, without asking, whoever the test says. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { type AccountClaims, Provider } from "oidc-provider";
import { atEnd } from "../cleanup.ts";

export const OIDC_CLIENT = { clientId: "understudy", clientSecret: "the secret of the client" };

type Person = Omit<AccountClaims, "sub"> & { sub: string };
/** The behaviour of the provider; a test may change it at any time. */
export type Behaviour = {
  /** Who sits at the browser; null: they cancel. */
  person: Person | null;
  /** Paths that are answered with a web page. */
  nonsense: RegExp | null;
};

const CLAIM_NAMES = ["name", "preferred_username", "roles"];

/** The same wherever the provider opens: clients read keys once. */
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function createProvider(issuer: string, redirectUri: string, behaviour: Behaviour): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the test"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: CLAIM_NAMES },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ ...behaviour.person, sub: accountId }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: OIDC_CLIENT.clientId,
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith("/interaction/")) return await next();
    const { person } = behaviour;
    const refusal = { error: "access_denied", error_description: "cancelled" };
    const result = person === null ? refusal : { login: { accountId: person.sub } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
    ctx.respond = false;
  });
  return provider;
}

/** `open` begins to answer, once it is known where the client is; before that every request is refused. */
export async function startIdentityProvider() {
  const behaviour: Behaviour = { person: null, nonsense: null };
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => {
    if (behaviour.nonsense?.test(request.url ?? "")) {
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
    } else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd("the identity provider", () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider listens on no port.");
  const issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    behaviour,
    open: (redirectUri: string) => {
      answer = createProvider(issuer, redirectUri, behaviour).callback();
    },
  };
}

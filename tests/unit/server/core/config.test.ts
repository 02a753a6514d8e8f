import { resolve } from "node:path";
import { ConfigError, readConfig, readLaunchConfig } from "@understudy/server/core/config.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the environment");

function listProblems(env: NodeJS.ProcessEnv): string[] {
  try {
    readLaunchConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

it("needs nothing at all", () => {
  const config = readLaunchConfig({});
  assert.is(config.port, 3000);
  assert.is(config.host, "127.0.0.1");
  assert.is(config.dataDir, resolve("var"));
  assert.is(config.mongodbUrl, null);
  assert.is(config.diskQuotaGb, null);
  assert.is(config.logToFiles, false);
  assert.is(config.demo, true);
  assert.ok(config.runnerConcurrency >= 1);
});

it("takes an empty variable for an absent one", () => {
  assert.equal(
    readLaunchConfig({ PORT: "", DATA_DIR: " ", LOG_TO_FILES: "", MONGODB_URL: "", ADMIN_EMAIL: "" }),
    readLaunchConfig({}),
  );
});

it("is read as written", () => {
  const config = readLaunchConfig({
    PORT: "0",
    DATA_DIR: "/srv/understudy",
    MONGODB_URL: "mongodb://a.example:27017,b.example:27017/understudy?replicaSet=rs0",
    LOG_TO_FILES: "Yes",
    DEMO: "off",
    DISK_QUOTA_GB: "12.5",
    PUBLIC_URL: "https://understudy.example/",
    TRUSTED_PROXIES: "10.0.0.0/8 192.0.2.7",
    UNDERSTUDY_CACHE: "/var/cache/understudy",
  });
  const proxies = ["10.1.2.3", "192.0.2.7", "192.0.2.8"].map((address) =>
    config.trustedProxies.check(address),
  );
  assert.equal(proxies, [true, true, false]);
  assert.is(config.port, 0);
  assert.is(config.dataDir, "/srv/understudy");
  assert.is(config.mongodbUrl, "mongodb://a.example:27017,b.example:27017/understudy?replicaSet=rs0");
  assert.is(config.logToFiles, true);
  assert.is(config.demo, false);
  assert.is(config.diskQuotaGb, 12.5);
  assert.is(config.publicUrl, "https://understudy.example");
  assert.is(config.enginesDir, "/var/cache/understudy/engines");
});

it("serves metrics to this machine alone, or to those who have a token", () => {
  assert.is(readLaunchConfig({}).metrics, null);
  const address = { port: 9464, host: "127.0.0.1", token: null };
  assert.equal(readLaunchConfig({ METRICS_PORT: "9464" }).metrics, address);
  const outside = { METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" };
  assert.equal(listProblems(outside), [
    "METRICS_TOKEN is required where METRICS_HOST is not an address of this machine alone.",
  ]);
  const token = "0123456789abcdef";
  assert.is(readLaunchConfig({ ...outside, METRICS_TOKEN: token }).metrics?.token, token);
  assert.match(listProblems({ ...outside, METRICS_TOKEN: "short" })[0] ?? "", /16 characters or more/);
});

it("has all its problems named at once, each by its variable", () => {
  const wrong = {
    PORT: "65536",
    MONGODB_URL: "localhost",
    REDIS_URL: "http://localhost",
    ADMIN_EMAIL: "admin",
    ADMIN_PASSWORD: "short",
    RUNNER_CONCURRENCY: "0",
    DEMO: "perhaps",
    LOG_TO_FILES: "maybe",
    LOG_LEVEL: "loud",
    DISK_QUOTA_GB: "-1",
    PUBLIC_URL: "understudy.example",
    TRUSTED_PROXIES: "10.0.0.0/8, proxy.example",
    SMTP_URL: "mail.example",
    SMTP_FROM: "Understudy",
    INTERNAL_WEBHOOKS: "some",
  };
  const problems = listProblems(wrong);
  for (const name of Object.keys(wrong)) {
    assert.is(problems.filter((problem) => problem.startsWith(`${name} `)).length, 1, name);
  }
  assert.is(problems.length, Object.keys(wrong).length);
});

for (const port of ["abc", "-1", "3000.5", "0x10"]) {
  it(`refuses ${port} as a port`, () => assert.is(listProblems({ PORT: port }).length, 1));
}

it("has a mail server with the sender of its e-mail, or neither", () => {
  assert.is(readLaunchConfig({}).smtp, null);
  const SMTP_URL = "smtps://user:secret@mail.example:465";
  for (const SMTP_FROM of ["understudy@mail.example", "Understudy <understudy@mail.example>"])
    assert.equal(readLaunchConfig({ SMTP_URL, SMTP_FROM }).smtp, { url: SMTP_URL, from: SMTP_FROM });
  assert.equal(listProblems({ SMTP_URL }), ["SMTP_URL and SMTP_FROM are required together."]);
  assert.equal(listProblems({ SMTP_FROM: "understudy@mail.example" }).length, 1);
});

it("says where machines for trainings come from, or what is missing for that", () => {
  assert.is(readLaunchConfig({}).provision, null);
  const PUBLIC_URL = "https://understudy.example";
  const commands = {
    PROVISION: "command",
    PROVISION_START: "sbatch --job-name={name} train.sh",
    PROVISION_STATE: "squeue --name={name}",
    PROVISION_STOP: "scancel --name={name}",
  };
  assert.equal(readLaunchConfig({ ...commands, PUBLIC_URL, PROVISION_PASS: "A, B" }).provision, {
    provider: {
      kind: "command",
      start: ["sbatch", "--job-name={name}", "train.sh"],
      state: ["squeue", "--name={name}"],
      stop: ["scancel", "--name={name}"],
      pass: ["A", "B"],
    },
    machine: "cloud machine",
    hourlyCost: null,
    maxHours: 12,
    maxMachines: 1,
  });
  const azure = {
    PUBLIC_URL,
    PROVISION: "azure",
    PROVISION_HOURLY_COST: "0.53 EUR",
    PROVISION_AZURE_SUBSCRIPTION: "s",
    PROVISION_AZURE_RESOURCE_GROUP: "gpus",
    PROVISION_AZURE_REGION: "westeurope",
    PROVISION_AZURE_SIZE: "Standard_NC4as_T4_v3",
    PROVISION_AZURE_IMAGE: "canonical:ubuntu-24_04-lts:server:latest",
    PROVISION_AZURE_SUBNET: "/subscriptions/s/resourceGroups/n/providers/x/subnets/gpus",
  };
  const { machine, hourlyCost } = readLaunchConfig(azure).provision ?? {};
  assert.equal([machine, hourlyCost], ["Standard_NC4as_T4_v3", "0.53 EUR"]);
  assert.match(listProblems(commands).join(), /^PUBLIC_URL is required/);
  assert.match(listProblems({ PUBLIC_URL, PROVISION: "command" }).join(), /PROVISION_START, PROVISION_STATE/);
  assert.match(
    listProblems({ ...azure, PROVISION_AZURE_SIZE: "" }).join(),
    /missing: PROVISION_AZURE_SIZE\.$/,
  );
  assert.is(listProblems({ ...commands, PUBLIC_URL, PROVISION_STOP: "scancel" }).length, 1);
});

it("never repeats a password in a problem", () => {
  assert.not.match(listProblems({ ADMIN_PASSWORD: "hunter2" }).join(), "hunter2");
});

it("must name both stores for a service that starts alone", () => {
  assert.throws(() => readConfig({}), /MONGODB_URL is required[\s\S]*REDIS_URL is required/);
  assert.throws(() => readConfig({ MONGODB_URL: "mongodb://localhost/x" }), /1 problem:[\s\S]*REDIS_URL/);
  assert.ok(readConfig({ MONGODB_URL: "mongodb://localhost/x", REDIS_URL: "redis://localhost" }));
});

const sso = suite("single sign-on in the environment");
const PROVIDER_VARIABLES = { OIDC_CLIENT_ID: "understudy", OIDC_CLIENT_SECRET: "secret" };
const issuer = (OIDC_ISSUER: string) => ({ ...PROVIDER_VARIABLES, OIDC_ISSUER });
sso("needs an issuer, a client and its secret together", () => {
  assert.is(readLaunchConfig({}).oidc, null);
  assert.equal(readLaunchConfig({ ...issuer("https://id.example.org"), OIDC_ROLES_CLAIM: "roles" }).oidc, {
    issuer: "https://id.example.org",
    clientId: "understudy",
    clientSecret: "secret",
    rolesClaim: "roles",
  });
  assert.equal(listProblems(PROVIDER_VARIABLES), ["OIDC_ISSUER is required for single sign-on."]);
  assert.is(listProblems({ OIDC_ROLES_CLAIM: "roles" }).length, 3);
});
sso("needs https, but for a provider on this machine", () => {
  for (const address of ["http://id.example.org", "id.example.org", "http://127.0.0.1.example.org"]) {
    assert.match(listProblems(issuer(address))[0] ?? "", "OIDC_ISSUER must be an address", address);
  }
  for (const address of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"]) {
    assert.equal(listProblems(issuer(address)), [], address);
  }
});

/** The environment, read and validated once at boot. Nothing else in the product reads `process.env`. */
import type { BlockList } from "node:net";
import { availableParallelism, homedir } from "node:os";
import { resolve } from "node:path";
import { counted } from "@understudy/shared/counted.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { z } from "zod";
import { issuerUrl, missingOidcVariables, type OidcConfig, oidcConfig } from "./oidc-config.ts";
import {
  azureImage,
  azureName,
  azureSubnet,
  commandTemplate,
  hourlyCost,
  machineLabel,
  type ProvisionConfig,
  passedVariables,
  provisionKind,
  readProvision,
} from "./provision-config.ts";
import { parseTrustedProxies } from "./trusted-proxies.ts";
import {
  blankIsAbsent,
  flag,
  MAX_PORT,
  metricsPort,
  mongodbUrl,
  optional,
  sender,
  text,
  url,
  wholeNumber,
} from "./variable-kinds.ts";

/** A shorter token could be guessed. */
const MIN_METRICS_TOKEN_CHARACTERS = 16;
const LOOPBACK_HOSTS = ["127.0.0.1", "::1", "localhost"];

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const environment = z.object({
  PORT: wholeNumber(0, MAX_PORT, 3000),
  HOST: text("127.0.0.1"),
  DATA_DIR: text("./var"),
  MONGODB_URL: optional(mongodbUrl),
  REDIS_URL: optional(url(["redis", "rediss"])),
  REDIS_PREFIX: text("understudy"),
  ADMIN_EMAIL: optional(z.string().trim().pipe(z.email("must be an e-mail address"))),
  ADMIN_PASSWORD: optional(
    z
      .string()
      .min(MIN_PASSWORD_LENGTH, `must have ${MIN_PASSWORD_LENGTH} characters or more`)
      .max(MAX_PASSWORD_LENGTH, `must have ${MAX_PASSWORD_LENGTH} characters at most`),
  ),
  METRICS_PORT: optional(metricsPort),
  METRICS_HOST: text("127.0.0.1"),
  METRICS_TOKEN: optional(
    z
      .string()
      .trim()
      .min(MIN_METRICS_TOKEN_CHARACTERS, `must have ${MIN_METRICS_TOKEN_CHARACTERS} characters or more`),
  ),
  RUNNER_CONCURRENCY: wholeNumber(1, 256, Math.max(1, Math.floor(availableParallelism() / 2))),
  DEMO: flag(true),
  EXPORTS_AHEAD: flag(true),
  LOG_TO_FILES: flag(false),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z
      .enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` })
      .optional()
      .transform((value) => value ?? "info"),
  ),
  AUDIT_DAYS: wholeNumber(1, 36_500, 365),
  DISK_QUOTA_GB: optional(
    z.string().transform(Number).pipe(z.number("must be a number").positive("must be more than 0")),
  ),
  PUBLIC_URL: optional(url(["http", "https"]).transform((value) => value.replace(/\/+$/, ""))),
  TRUSTED_PROXIES: text("").transform((value, context) => {
    const proxies = parseTrustedProxies(value);
    if (proxies !== null) return proxies;
    context.addIssue("must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas");
    return z.NEVER;
  }),
  SMTP_URL: optional(url(["smtp", "smtps"])),
  SMTP_FROM: optional(sender),
  INTERNAL_WEBHOOKS: flag(false),
  UNDERSTUDY_CACHE: optional(z.string().trim()),
  OIDC_ISSUER: optional(issuerUrl),
  OIDC_CLIENT_ID: optional(z.string().trim()),
  OIDC_CLIENT_SECRET: optional(z.string().trim()),
  OIDC_ROLES_CLAIM: optional(z.string().trim()),
  PROVISION: optional(provisionKind),
  PROVISION_MACHINE: optional(machineLabel),
  PROVISION_HOURLY_COST: optional(hourlyCost),
  PROVISION_MAX_HOURS: wholeNumber(1, 168, 12),
  PROVISION_MAX_MACHINES: wholeNumber(1, 100, 1),
  PROVISION_START: optional(commandTemplate),
  PROVISION_STATE: optional(commandTemplate),
  PROVISION_STOP: optional(commandTemplate),
  PROVISION_PASS: optional(passedVariables),
  PROVISION_AZURE_SUBSCRIPTION: optional(azureName),
  PROVISION_AZURE_RESOURCE_GROUP: optional(azureName),
  PROVISION_AZURE_REGION: optional(azureName),
  PROVISION_AZURE_SIZE: optional(azureName),
  PROVISION_AZURE_IMAGE: optional(azureImage),
  PROVISION_AZURE_SUBNET: optional(azureSubnet),
  PROVISION_AZURE_SPOT: flag(false),
});

/** The configuration that the launcher starts from: the stores' own addresses may still be unknown. */
export type LaunchConfig = {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Absolute. Everything this copy keeps lies under it. */
  dataDir: string;
  /** Null: an embedded store, started by the launcher. */
  mongodbUrl: string | null;
  redisUrl: string | null;
  /** The address at which Prometheus reads this process; port 0 picks a free one. Null: there are no metrics. */
  metrics: { port: number; host: string; token: string | null } | null;
  /** Prefix of every key, Bull queue and channel, so that several copies may share one Redis. */
  redisPrefix: string;
  /** First start only; null: made up and printed once. */
  adminEmail: string | null;
  adminPassword: string | null;
  /** Jobs that one runner process works on at a time. */
  runnerConcurrency: number;
  /** Tells whether people may have a demo server run beside the platform. */
  demo: boolean;
  /** True where the Verilog-A file of an emulator is made before anybody asks for it, while no job needs the processor. */
  exportsAhead: boolean;
  logToFiles: boolean;
  logLevel: (typeof logLevels)[number];
  /** The days for which an entry of the audit journal is kept. */
  auditDays: number;
  /** Null: the size of the disk under DATA_DIR. */
  diskQuotaGb: number | null;
  /** The address people type, without a slash at the end; null: http://HOST:PORT. */
  publicUrl: string | null;
  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, beside one on this machine. */
  trustedProxies: BlockList;
  /** Null: the platform sends no e-mail. */
  smtp: { url: string; from: string } | null;
  /** Tells whether people's webhooks may be addresses inside the platform's network. */
  internalWebhooks: boolean;
  /** Absolute. Where downloaded database engines are kept, shared by every copy on the machine. */
  enginesDir: string;
  /** Null: people log in by a password alone. */
  oidc: OidcConfig | null;
  /** Null: no machines are created for trainings. */
  provision: ProvisionConfig | null;
};

/** The configuration of every service: both stores' addresses are known. */
export type Config = Omit<LaunchConfig, "mongodbUrl" | "redisUrl"> & { mongodbUrl: string; redisUrl: string };

/** Every problem of the environment at once, one sentence each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The environment has ${counted(problems.length, "problem")}:
${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** @throws ConfigError naming every variable that cannot be used. */
export function readLaunchConfig(env: NodeJS.ProcessEnv): LaunchConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`));
  }
  const variables = parsed.data;
  const missing = missingOidcVariables(variables);
  if (missing.length > 0) {
    throw new ConfigError(missing.map((name) => `${name} is required for single sign-on.`));
  }
  const { SMTP_URL, SMTP_FROM } = variables;
  if ((SMTP_URL === null) !== (SMTP_FROM === null))
    throw new ConfigError(["SMTP_URL and SMTP_FROM are required together."]);
  const provision = readProvision(variables);
  if ("problems" in provision) throw new ConfigError(provision.problems);
  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir: resolve(variables.DATA_DIR),
    mongodbUrl: variables.MONGODB_URL,
    redisUrl: variables.REDIS_URL,
    metrics: readMetricsAddress(variables),
    redisPrefix: variables.REDIS_PREFIX,
    adminEmail: variables.ADMIN_EMAIL,
    adminPassword: variables.ADMIN_PASSWORD,
    runnerConcurrency: variables.RUNNER_CONCURRENCY,
    demo: variables.DEMO,
    exportsAhead: variables.EXPORTS_AHEAD,
    logToFiles: variables.LOG_TO_FILES,
    logLevel: variables.LOG_LEVEL,
    auditDays: variables.AUDIT_DAYS,
    diskQuotaGb: variables.DISK_QUOTA_GB,
    publicUrl: variables.PUBLIC_URL,
    trustedProxies: variables.TRUSTED_PROXIES,
    smtp: SMTP_URL === null || SMTP_FROM === null ? null : { url: SMTP_URL, from: SMTP_FROM },
    internalWebhooks: variables.INTERNAL_WEBHOOKS,
    enginesDir: resolve(variables.UNDERSTUDY_CACHE ?? resolve(homedir(), ".cache", "understudy"), "engines"),
    oidc: oidcConfig(variables),
    provision: provision.config,
  };
}

function readMetricsAddress({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: z.output<typeof environment>): LaunchConfig["metrics"] {
  if (port === null) return null;
  if (token === null && !LOOPBACK_HOSTS.includes(host))
    throw new ConfigError([
      "METRICS_TOKEN is required where METRICS_HOST is not an address of this machine alone.",
    ]);
  return { port, host, token };
}

/**
 * The configuration of a service (`web`, `runner`), which needs both stores' addresses.
 * @throws ConfigError naming every variable that is missing or cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const config = readLaunchConfig(env);
  const { mongodbUrl, redisUrl } = config;
  if (mongodbUrl === null || redisUrl === null) {
    const missing = Object.entries({ MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl }).filter(
      ([, value]) => value === null,
    );
    throw new ConfigError(
      missing.map(([name]) => `${name} is required here (npm start brings up a store by itself).`),
    );
  }
  return { ...config, mongodbUrl, redisUrl };
}

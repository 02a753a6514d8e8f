/**
 * Virtual machines of Azure, by its resource manager. A machine is one resource: its network interface and its disk are created
 * and deleted with it, so that nothing of it can be left behind by itself.
 */
import { randomBytes } from "node:crypto";
import type { ComputeManagementClientOptionalParams, VirtualMachine } from "@azure/arm-compute";
import type { TokenCredential } from "@azure/identity";
import { z } from "zod";
import type { AzureProvision } from "../core/provision-config.ts";
import { writeCloudInit } from "./cloud-init.ts";
import { toAzurePlace } from "./machine-place.ts";
import {
  type MachineOrder,
  type MachineProvider,
  type MachineState,
  ProvisionError,
  type ProvisionProblem,
} from "./provider.ts";

/** The tags by which an operator, and this platform after it has lost everything, finds its machines. */
const INSTALLATION_TAG = "understudy-installation";
const JOB_TAG = "understudy-job";
/** A request of a process that was killed reaches Azure within this time, or never. */
const REQUEST_LIMIT_MS = 2 * 60_000;
/** The times after which a request is given up. A machine is created in minutes; a state or a list comes at once or not at all. */
const CHANGE_LIMIT_MS = 10 * 60_000;
const READ_LIMIT_MS = 30_000;
const POLL_MS = 3_000;
/** The oldest version of the network interface's API that can delete it with its machine. */
const NETWORK_API_VERSION = "2022-11-01";

const MAX_DETAIL_CHARACTERS = 300;

/** Error codes of the resource manager, by the kind of problem (Azure's list of common deployment errors). */
const CODE_PATTERNS: readonly (readonly [ProvisionProblem["kind"], RegExp])[] = [
  ["quota", /QuotaExceeded|quota limit|exceeding approved .*quota|LowPriorityQuota/i],
  [
    "capacity",
    /AllocationFailed|OverconstrainedAllocation|SkuNotAvailable|NotAvailableForSubscription|InsufficientCapacity|SpotCapacity/i,
  ],
  [
    "sign-in",
    /AuthorizationFailed|AuthenticationFailed|InvalidAuthenticationToken|ExpiredAuthenticationToken|LinkedAuthorizationFailed|AADSTS\d+/,
  ],
];
/** The classes of errors by which `@azure/identity` says that it got no token. */
const SIGN_IN_ERRORS = [
  "AuthenticationError",
  "AggregateAuthenticationError",
  "CredentialUnavailableError",
  "AuthenticationRequiredError",
];

const restFailure = z.object({
  statusCode: z.int().optional(),
  code: z.string().optional(),
  message: z.string(),
});

/** The first sentence says what happened; the rest are links and identifiers. */
const shorten = (message: string): string =>
  message.replace(/\s+/g, " ").trim().slice(0, MAX_DETAIL_CHARACTERS);

/** @param text the code and the message of an error */
function classifyAzure(text: string): ProvisionProblem["kind"] {
  return CODE_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}

function toProvisionError(error: unknown): ProvisionError {
  if (error instanceof ProvisionError) return error;
  const name = error instanceof Error ? error.name : "";
  const { statusCode, code = "", message } = restFailure.catch({ message: String(error) }).parse(error);
  const isSignIn = SIGN_IN_ERRORS.includes(name) || statusCode === 401 || statusCode === 403;
  const kind = classifyAzure(`${code} ${message}`);
  // A refusal for the quota comes as 403 or 409 as well.
  const problem = {
    kind: kind === "other" && isSignIn ? "sign-in" : kind,
    detail: name === "AbortError" ? "Azure did not answer in time." : shorten(message),
  } as const;
  const isCutOff = statusCode === undefined && problem.kind === "other";
  return new ProvisionError(problem, { cause: error, mayTakeEffect: isCutOff });
}

const isNotFound = (error: unknown): boolean => restFailure.safeParse(error).data?.statusCode === 404;
/** The condition of the request, that there is none of this name yet, does not hold. */
const isExisting = (error: unknown): boolean => restFailure.safeParse(error).data?.statusCode === 412;

const limitTime = (limitMs: number, signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal === undefined ? [] : [signal])]);

export type AzureOptions = {
  readonly config: AzureProvision;
  readonly installationId: string;
  readonly maxHours: number;
  /** Without it the sign-in is looked for in the environment, as `DefaultAzureCredential` does. */
  readonly credential?: TokenCredential;
  readonly client?: Pick<ComputeManagementClientOptionalParams, "additionalPolicies" | "retryOptions">;
  readonly pollMs?: number;
};

/** `publisher:offer:sku:version`, or an id. */
function describeImage(
  image: string,
): NonNullable<NonNullable<VirtualMachine["storageProfile"]>["imageReference"]> {
  if (image.startsWith("/")) return { id: image };
  const [publisher = "", offer = "", sku = "", version = ""] = image.split(":");
  return { publisher, offer, sku, version };
}

function describeMachine(
  { config, installationId, maxHours }: AzureOptions,
  order: MachineOrder,
): VirtualMachine {
  const { name, jobId } = order;
  const tags = { [INSTALLATION_TAG]: installationId, [JOB_TAG]: String(jobId) };
  return {
    location: config.region,
    tags,
    hardwareProfile: { vmSize: config.size },
    storageProfile: {
      imageReference: describeImage(config.image),
      osDisk: { createOption: "FromImage", deleteOption: "Delete" },
    },
    osProfile: {
      computerName: name,
      adminUsername: "understudy",
      // Azure wants one; nobody is to log in.
      adminPassword: `${randomBytes(24).toString("base64url")}aA1!`,
      customData: Buffer.from(writeCloudInit(order, maxHours)).toString("base64"),
    },
    networkProfile: {
      networkApiVersion: NETWORK_API_VERSION,
      networkInterfaceConfigurations: [
        {
          name,
          tags,
          primary: true,
          deleteOption: "Delete",
          ipConfigurations: [{ name, primary: true, subnet: { id: config.subnet } }],
        },
      ],
    },
    ...(config.isSpot && {
      priority: "Spot",
      evictionPolicy: "Delete",
      // Never more than the price on demand.
      billingProfile: { maxPrice: -1 },
    }),
  };
}

const FAILED_CODE = "ProvisioningState/failed";
const ENDED_POWER_STATES = ["stopping", "stopped", "deallocating", "deallocated"];

/** Reads what has become of a machine from its record with the instance view. */
export function readMachineState({ provisioningState = "", instanceView }: VirtualMachine): MachineState {
  const statuses = instanceView?.statuses ?? [];
  if (provisioningState === "Failed") {
    const status = statuses.find(({ code }) => code?.startsWith(FAILED_CODE));
    const detail = status?.message ?? status?.code ?? "";
    return { kind: "failed", problem: { kind: classifyAzure(`${status?.code} ${detail}`), detail } };
  }
  if (provisioningState === "Deleting") return { kind: "ended" };
  const power = statuses
    .find(({ code }) => code?.startsWith("PowerState/"))
    ?.code?.slice("PowerState/".length);
  if (power !== undefined && ENDED_POWER_STATES.includes(power)) return { kind: "ended" };
  return { kind: provisioningState === "Succeeded" ? "running" : "creating" };
}

/** Loads Azure's packages, which take seconds: only where they are needed. */
async function openClient({ config, credential, client }: AzureOptions) {
  const { ComputeManagementClient } = await import("@azure/arm-compute");
  const { DefaultAzureCredential } = await import("@azure/identity");
  return new ComputeManagementClient(credential ?? new DefaultAzureCredential(), config.subscription, client);
}

export function createAzureProvider(options: AzureOptions): MachineProvider {
  const { config, installationId, pollMs = POLL_MS } = options;
  const group = config.resourceGroup;
  let client: ReturnType<typeof openClient> | null = null;
  const machines = async () => {
    client ??= openClient(options);
    return (await client).virtualMachines;
  };
  const polling = { updateIntervalInMs: pollMs };

  return {
    place: toAzurePlace(config),
    startLimitMs: REQUEST_LIMIT_MS,

    start: async (order, signal) => {
      try {
        // A machine that exists is never changed: the request may be one that was repeated.
        const abortSignal = limitTime(CHANGE_LIMIT_MS, signal);
        const condition = { ...polling, ifNoneMatch: "*", abortSignal };
        const { createOrUpdate } = await machines();
        await createOrUpdate(group, order.name, describeMachine(options, order), condition);
      } catch (error) {
        signal.throwIfAborted();
        if (!isExisting(error)) throw toProvisionError(error);
      }
    },

    state: async (name, signal) => {
      try {
        const abortSignal = limitTime(READ_LIMIT_MS, signal);
        const options = { expand: "instanceView", abortSignal } as const;
        return readMachineState(await (await machines()).get(group, name, options));
      } catch (error) {
        if (isNotFound(error)) return { kind: "absent" };
        return { kind: "unknown", problem: toProvisionError(error).problem };
      }
    },

    stop: async (name, signal) => {
      try {
        const abortSignal = limitTime(CHANGE_LIMIT_MS, signal);
        await (await machines()).delete(group, name, { ...polling, abortSignal });
      } catch (error) {
        if (!isNotFound(error)) throw toProvisionError(error);
      }
    },

    list: async (signal) => {
      try {
        const names: string[] = [];
        const abortSignal = limitTime(READ_LIMIT_MS, signal);
        for await (const { name, tags } of (await machines()).list(group, { abortSignal })) {
          if (name !== undefined && tags?.[INSTALLATION_TAG] === installationId) names.push(name);
        }
        return names;
      } catch (error) {
        throw toProvisionError(error);
      }
    },
  };
}

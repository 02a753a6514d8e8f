/** Reads from the environment which provider creates the machines of provisioned trainings. */
import { counted } from "@understudy/shared/counted.ts";
import { z } from "zod";
import { parseCommandTemplate } from "./command-template.ts";

/** Three command templates that an operator gives: any program that can create and delete a machine. */
export type CommandProvision = {
  readonly kind: "command";
  readonly start: readonly string[];
  readonly state: readonly string[];
  readonly stop: readonly string[];
  /** The environment variables of the platform that the commands may see. */
  readonly pass: readonly string[];
};

/** Virtual machines of Azure. The sign-in is that of `DefaultAzureCredential`. */
export type AzureProvision = {
  readonly kind: "azure";
  readonly subscription: string;
  readonly resourceGroup: string;
  readonly region: string;
  readonly size: string;
  /** `publisher:offer:sku:version`, or the id of an image of one's own. */
  readonly image: string;
  /** The id of the subnet, from which the platform must be reachable. */
  readonly subnet: string;
  readonly isSpot: boolean;
};

export type ProvisionConfig = {
  readonly provider: CommandProvision | AzureProvision;
  /** The name by which people know the kind of machine, as `Standard_NC4as_T4_v3`. */
  readonly machine: string;
  /** The price of an hour with its currency, as `0.53 EUR`; null: it is not shown. */
  readonly hourlyCost: string | null;
  /** A machine is deleted after this many hours, whatever it does. */
  readonly maxHours: number;
  /** The number of machines that may exist at a time. */
  readonly maxMachines: number;
};

export const provisionKind = z.enum(["command", "azure"], { error: "must be command or azure" });

/** The characters of a server's name, with room for the job that follows. */
export const machineLabel = z
  .string()
  .trim()
  .regex(/^[\w .-]{1,40}$/, "must have at most 40 letters, digits, spaces and . _ -");

export const hourlyCost = z
  .string()
  .trim()
  .regex(/^\d+(\.\d+)? [A-Z]{3}$/, "must be a price and a currency, as 0.53 EUR");

/** @see AzureProvision */
export const azureImage = z
  .string()
  .trim()
  .regex(
    /^(?:[\w.-]+:[\w.-]+:[\w.-]+:[\w.-]+|\/subscriptions\/\S+)$/,
    "must be publisher:offer:sku:version, or the id of an image",
  );
export const azureSubnet = z
  .string()
  .trim()
  .regex(
    /^\/subscriptions\/\S+\/subnets\/[\w.-]+$/,
    "must be the id of a subnet: /subscriptions/…/subnets/NAME",
  );
export const azureName = z
  .string()
  .trim()
  .regex(/^[\w.()-]{1,90}$/, "must be a name or an id without spaces");

/** A template that is no list of words, or lacks the name of the machine, would leave machines behind. */
export const commandTemplate = z
  .string()
  .trim()
  .max(4_000, "must have at most 4,000 characters")
  .transform((template, context) => {
    const parsed = parseCommandTemplate(template);
    if ("words" in parsed) return parsed.words;
    context.addIssue({ code: "custom", message: parsed.problem });
    return z.NEVER;
  });

export const passedVariables = z
  .string()
  .trim()
  .regex(/^\w+(\s*,\s*\w+)*$/, "must be names of environment variables, separated by commas")
  .transform((names) => names.split(",").map((name) => name.trim()));

type ProvisionVariables = {
  PROVISION: z.output<typeof provisionKind> | null;
  PROVISION_MACHINE: string | null;
  PROVISION_HOURLY_COST: string | null;
  PROVISION_MAX_HOURS: number;
  PROVISION_MAX_MACHINES: number;
  PROVISION_START: string[] | null;
  PROVISION_STATE: string[] | null;
  PROVISION_STOP: string[] | null;
  PROVISION_PASS: string[] | null;
  PROVISION_AZURE_SUBSCRIPTION: string | null;
  PROVISION_AZURE_RESOURCE_GROUP: string | null;
  PROVISION_AZURE_REGION: string | null;
  PROVISION_AZURE_SIZE: string | null;
  PROVISION_AZURE_IMAGE: string | null;
  PROVISION_AZURE_SUBNET: string | null;
  PROVISION_AZURE_SPOT: boolean;
  PUBLIC_URL: string | null;
};

const DEFAULT_COMMAND_LABEL = "cloud machine";

/**
 * Reads where machines come from.
 * @returns null where `PROVISION` is not set; the problems, a sentence each, where variables that it needs are missing
 */
export function readProvision(
  variables: ProvisionVariables,
): { readonly config: ProvisionConfig | null } | { readonly problems: string[] } {
  if (variables.PROVISION === null) return { config: null };
  if (variables.PUBLIC_URL === null)
    return { problems: ["PUBLIC_URL is required for PROVISION: machines connect to it."] };
  const read = variables.PROVISION === "azure" ? readAzure(variables) : readCommands(variables);
  if ("missing" in read) {
    return {
      problems: [
        `${counted(read.missing.length, "variable")} of PROVISION=${variables.PROVISION} ${read.missing.length === 1 ? "is" : "are"} missing: ${read.missing.join(", ")}.`,
      ],
    };
  }
  const defaultLabel = read.provider.kind === "azure" ? read.provider.size : DEFAULT_COMMAND_LABEL;
  return {
    config: {
      provider: read.provider,
      machine: variables.PROVISION_MACHINE ?? defaultLabel,
      hourlyCost: variables.PROVISION_HOURLY_COST,
      maxHours: variables.PROVISION_MAX_HOURS,
      maxMachines: variables.PROVISION_MAX_MACHINES,
    },
  };
}

type Read = { readonly provider: ProvisionConfig["provider"] } | { readonly missing: string[] };

const listMissing = (required: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(required).filter((name) => required[name] === null);

function readCommands(variables: ProvisionVariables): Read {
  const { PROVISION_START, PROVISION_STATE, PROVISION_STOP, PROVISION_PASS } = variables;
  if (PROVISION_START === null || PROVISION_STATE === null || PROVISION_STOP === null)
    return { missing: listMissing({ PROVISION_START, PROVISION_STATE, PROVISION_STOP }) };
  return {
    provider: {
      kind: "command",
      start: PROVISION_START,
      state: PROVISION_STATE,
      stop: PROVISION_STOP,
      pass: PROVISION_PASS ?? [],
    },
  };
}

function readAzure(variables: ProvisionVariables): Read {
  const {
    PROVISION_AZURE_SUBSCRIPTION: subscription,
    PROVISION_AZURE_RESOURCE_GROUP: resourceGroup,
    PROVISION_AZURE_REGION: region,
    PROVISION_AZURE_SIZE: size,
    PROVISION_AZURE_IMAGE: image,
    PROVISION_AZURE_SUBNET: subnet,
    PROVISION_AZURE_SPOT: isSpot,
  } = variables;
  if (
    subscription === null ||
    resourceGroup === null ||
    region === null ||
    size === null ||
    image === null ||
    subnet === null
  ) {
    return {
      missing: listMissing({
        PROVISION_AZURE_SUBSCRIPTION: subscription,
        PROVISION_AZURE_RESOURCE_GROUP: resourceGroup,
        PROVISION_AZURE_REGION: region,
        PROVISION_AZURE_SIZE: size,
        PROVISION_AZURE_IMAGE: image,
        PROVISION_AZURE_SUBNET: subnet,
      }),
    };
  }
  return { provider: { kind: "azure", subscription, resourceGroup, region, size, image, subnet, isSpot } };
}

/**
 * A stand-in of Azure's resource manager, as its REST reference describes virtual machines: long-running operations by the header
 * Azure-AsyncOperation, pages of lists by nextLink, errors as {"error": {"code", "message"}}, throttling by 429 and Retry-After.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AzureOptions } from "@understudy/server/provision/azure-provider.ts";
import { z } from "zod";
import { atEnd } from "../cleanup.ts";

const RESOURCE_MANAGER = "https://management.azure.com";
const GROUP_PATH = "/subscriptions/s-1/resourceGroups/gpus/providers/Microsoft.Compute";
const MACHINES_PATH = `${GROUP_PATH}/virtualMachines`;
const OPERATIONS_PATH = `${GROUP_PATH}/locations/westeurope/operations`;
const PAGE_SIZE = 2;

/** The stand-in requires these fields of a request, and tests read them. */
const machineBody = z.object({
  location: z.string(),
  tags: z.record(z.string(), z.string()),
  properties: z.object({
    hardwareProfile: z.object({ vmSize: z.string() }),
    storageProfile: z.object({
      imageReference: z.record(z.string(), z.string()),
      osDisk: z.object({ createOption: z.literal("FromImage"), deleteOption: z.literal("Delete") }),
    }),
    osProfile: z.object({
      computerName: z.string().max(64),
      adminUsername: z.string(),
      adminPassword: z.string().min(12),
      customData: z.base64(),
    }),
    networkProfile: z.object({
      networkApiVersion: z.string(),
      networkInterfaceConfigurations: z.array(
        z.object({
          name: z.string(),
          properties: z.object({
            deleteOption: z.literal("Delete"),
            ipConfigurations: z.array(
              z.object({ properties: z.object({ subnet: z.object({ id: z.string() }) }) }),
            ),
          }),
        }),
      ),
    }),
    priority: z.string().optional(),
    evictionPolicy: z.string().optional(),
  }),
});
type MachineBody = z.infer<typeof machineBody>;
type Policy = NonNullable<NonNullable<AzureOptions["client"]>["additionalPolicies"]>[number]["policy"];
type Failure = { readonly status?: number; readonly code: string; readonly message: string };

type Machine = { body: MachineBody; provisioningState: string; power: string; failure: Failure | null };
type Operation = { readonly finish: () => void; readonly failure: Failure | null; polls: number };

const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(body === null ? undefined : JSON.stringify(body));
};
const sendError = (
  response: ServerResponse,
  status: number,
  { code, message }: Failure,
  headers: Record<string, string> = {},
) => send(response, status, { error: { code, message } }, headers);

export class AzureStandIn {
  /** The machines that exist, by their names. */
  readonly machines = new Map<string, Machine>();
  /** The requests so far, as `PUT name`. */
  readonly requests: string[] = [];
  /** The next request to create a machine is refused at once. */
  refusal: (Failure & { readonly status: number }) | null = null;
  /** The next machine's creation fails after it was accepted, and the machine stays in the state Failed. */
  creationFailure: Failure | null = null;
  /** So many of the next requests are answered by 429. */
  throttledCount = 0;
  /** True: operations stay in progress. */
  isHeld = false;
  readonly #operations = new Map<string, Operation>();

  async answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "", RESOURCE_MANAGER);
    const name = pathname.split("/").at(-1) ?? "";
    this.requests.push(`${request.method} ${name}`);
    if (request.headers.authorization !== "Bearer stand-in") {
      const failure = { code: "InvalidAuthenticationToken", message: "The access token is invalid." };
      return sendError(response, 401, failure);
    }
    if (this.throttledCount > 0) {
      this.throttledCount -= 1;
      const failure = { code: "TooManyRequests", message: "The request is being throttled." };
      return sendError(response, 429, failure, { "Retry-After": "1" });
    }
    if (pathname.startsWith(OPERATIONS_PATH)) return this.#poll(response, name);
    if (pathname === MACHINES_PATH) return this.#list(response, Number(searchParams.get("skip") ?? 0));
    if (request.method === "PUT") return await this.#create(request, response, name);
    if (request.method === "DELETE") return this.#delete(response, name);
    const machine = this.#present(name);
    if (machine !== null) return send(response, 200, machine);
    sendError(response, 404, { code: "ResourceNotFound", message: `${name} was not found.` });
  }

  #begin(finish: () => void, failure: Failure | null = null): Record<string, string> {
    const id = String(this.#operations.size + 1);
    this.#operations.set(id, { finish, failure, polls: 0 });
    return { "Azure-AsyncOperation": `${RESOURCE_MANAGER}${OPERATIONS_PATH}/${id}?api-version=2024-11-01` };
  }

  #present(name: string) {
    const machine = this.machines.get(name);
    if (machine === undefined) return null;
    const { body, provisioningState, power, failure } = machine;
    const code = provisioningState === "Failed" ? `failed/${failure?.code}` : provisioningState.toLowerCase();
    const statuses = [
      { code: `ProvisioningState/${code}`, level: "Info", message: failure?.message },
      { code: `PowerState/${power}` },
    ];
    return {
      id: `${MACHINES_PATH}/${name}`,
      name,
      type: "Microsoft.Compute/virtualMachines",
      location: body.location,
      tags: body.tags,
      properties: { provisioningState, instanceView: { statuses } },
    };
  }

  async #create(request: IncomingMessage, response: ServerResponse, name: string): Promise<unknown> {
    if (this.refusal !== null) {
      const { status, ...failure } = this.refusal;
      this.refusal = null;
      return sendError(response, status, failure);
    }
    if (request.headers["if-none-match"] === "*" && this.machines.has(name))
      return sendError(response, 412, { code: "PreconditionFailed", message: "The resource exists." });
    const body = machineBody.parse(JSON.parse(await text(request)));
    const failure = this.creationFailure;
    this.creationFailure = null;
    const machine: Machine = { body, provisioningState: "Creating", power: "starting", failure };
    this.machines.set(name, machine);
    const headers = this.#begin(() => {
      machine.provisioningState = failure === null ? "Succeeded" : "Failed";
      machine.power = "running";
    }, failure);
    send(response, 201, this.#present(name), headers);
  }

  #delete(response: ServerResponse, name: string): unknown {
    const machine = this.machines.get(name);
    if (machine === undefined) return send(response, 204, null);
    machine.provisioningState = "Deleting";
    const headers = this.#begin(() => void this.machines.delete(name));
    send(response, 202, null, headers);
  }

  #poll(response: ServerResponse, id: string): unknown {
    const operation = this.#operations.get(id);
    if (operation === undefined)
      return sendError(response, 404, { code: "NotFound", message: "There is no such operation." });
    operation.polls += 1;
    if (this.isHeld || operation.polls < 2) return send(response, 200, { status: "InProgress" });
    operation.finish();
    const { failure } = operation;
    send(response, 200, failure === null ? { status: "Succeeded" } : { status: "Failed", error: failure });
  }

  #list(response: ServerResponse, skip: number): void {
    const names = [...this.machines.keys()];
    const next = skip + PAGE_SIZE;
    const nextLink = `${RESOURCE_MANAGER}${MACHINES_PATH}?api-version=2024-11-01&skip=${next}`;
    const value = names.slice(skip, next).map((name) => this.#present(name));
    send(response, 200, { value, ...(next < names.length && { nextLink }) });
  }
}

/** Starts the stand-in. `options` are to be spread into those of the provider. */
export async function startAzureStandIn(): Promise<{
  readonly azure: AzureStandIn;
  readonly options: Pick<AzureOptions, "client" | "credential" | "pollMs">;
}> {
  const azure = new AzureStandIn();
  const http = createServer((request, response) => {
    azure
      .answer(request, response)
      .catch((error: unknown) => sendError(response, 400, { code: "BadRequest", message: String(error) }));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  atEnd("a stand-in of Azure", () => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const redirect: Policy = {
    name: "to the stand-in",
    // Behind the sign-in, which sends no token over plain HTTP, also when a request is repeated.
    sendRequest: async (request, next) => {
      const { url } = request;
      request.url = url.replace(RESOURCE_MANAGER, `http://127.0.0.1:${port}`);
      request.allowInsecureConnection = true;
      try {
        return await next(request);
      } finally {
        request.url = url;
      }
    },
  };
  const token = { token: "stand-in", expiresOnTimestamp: Date.now() + 3_600_000 };
  return {
    azure,
    options: {
      pollMs: 20,
      credential: { getToken: async () => token },
      client: { additionalPolicies: [{ position: "perRetry", policy: redirect }] },
    },
  };
}

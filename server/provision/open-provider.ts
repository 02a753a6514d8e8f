import type { Config } from "../config.ts";
import { createAzureProvider } from "./azure-provider.ts";
import { createCommandProvider } from "./command-provider.ts";
import type { MachineProvider } from "./provider.ts";

/** The place that machines come from by the configuration; null: there is none. */
export function openProvider(
  { provision, publicUrl }: Pick<Config, "provision" | "publicUrl">,
  installationId: string,
): MachineProvider | null {
  if (provision === null) return null;
  const { provider: config, maxHours } = provision;
  if (config.kind === "command") return createCommandProvider(config, publicUrl ?? "");
  return createAzureProvider({ config, installationId, maxHours });
}

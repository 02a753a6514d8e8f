import type { ProvisionConfig } from "../core/provision-config.ts";
import { createAzureProvider } from "./azure-provider.ts";
import { createCommandProvider } from "./command-provider.ts";
import type { MachineProvider } from "./provider.ts";

/** The place that machines come from by the configuration; null: there is none. */
export function openProvider(
  { provision, publicUrl }: { readonly provision: ProvisionConfig | null; readonly publicUrl: string | null },
  installationId: string,
): MachineProvider | null {
  if (provision === null) return null;
  const { provider: config, maxHours } = provision;
  if (config.kind === "command") return createCommandProvider(config, publicUrl ?? "");
  return createAzureProvider({ config, installationId, maxHours });
}

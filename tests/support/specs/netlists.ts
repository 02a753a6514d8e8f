/** Netlists as they are read, and what is set in them. */
import type { Netlist } from "@understudy/engine/specs/netlists/netlist.ts";
import { parseNgspice } from "@understudy/engine/specs/netlists/ngspice.ts";
import { parseSpectre } from "@understudy/engine/specs/netlists/spectre.ts";

type Files = Record<string, string>;
export const ngspice = (text: string, files: Files = {}): Netlist =>
  parseNgspice(
    "main.cir",
    new Map(Object.entries({ "main.cir": `A title, .param none=1\n${text}`, ...files })),
  );
export const spectre = (text: string, files: Files = {}): Netlist =>
  parseSpectre("main.scs", new Map(Object.entries({ "main.scs": text, ...files })));
/** Values by name; of what follows from others the names of those. */
export const values = ({ parameters }: Netlist): Record<string, number | string[]> =>
  Object.fromEntries(parameters.map(({ name, value, dependsOn }) => [name, value ?? [...dependsOn]]));
export const bounds = ({ parameters }: Netlist) =>
  Object.fromEntries(parameters.map(({ name, bound }) => [name, bound]));

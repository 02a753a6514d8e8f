import { MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { circuitEquations } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { EXPORT_FORMATS } from "@understudy/shared/domain/export-format.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { emulatedOutputs, exportableCurves } from "@understudy/shared/job-config/proposed-export.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useCurrentUser } from "#data/current-user.ts";
import {
  type Choice,
  proposeTerminals,
  type ShapeKind,
  type Terminals,
  terminalProblems,
} from "./options.ts";

type Props = { choice: Choice; config: JobConfig; onChange: (change: Partial<Choice>) => void };

/** The options of the chosen format. */
export function ExportOptionsForm({ choice, config, onChange }: Props) {
  const { isCircuit } = EXPORT_FORMATS[choice.format];
  const { restricted } = useCurrentUser();
  const isDevice = isCircuit && choice.shape === "device";
  return (
    <Stack gap="sm">
      {isCircuit && <CircuitOptions choice={choice} config={config} onChange={onChange} />}
      {isDevice && <DeviceTerminals choice={choice} onChange={onChange} />}
      {!isDevice && emulatedOutputs(config).length > 1 && (
        <Outputs choice={choice} config={config} onChange={onChange} />
      )}
      {isCircuit && <Equations choice={choice} onChange={onChange} />}
      {isCircuit && (
        <Switch
          label="Hold inputs within the training ranges"
          description="The default of the parameter clip: a circuit may set it either way"
          checked={choice.clips}
          onChange={({ currentTarget }) => onChange({ clips: currentTarget.checked })}
        />
      )}
      {!isDevice && (
        <Switch
          label="With 95% bounds"
          description="The means alone make a smaller and faster file"
          checked={choice.withBounds}
          onChange={({ currentTarget }) => onChange({ withBounds: currentTarget.checked })}
        />
      )}
      {choice.format === "page" && !restricted && (
        <Switch
          label="With training rows"
          description="Adds rows that can be read, in the profiler and beside curves; the model itself is fitted to the data. Whoever has the file has these rows"
          checked={choice.withRows}
          onChange={({ currentTarget }) => onChange({ withRows: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function Outputs({ choice, config, onChange }: Props) {
  const all = emulatedOutputs(config);
  return (
    <MultiSelect
      label="Outputs"
      data={all.map((output) => ({ value: output.name, label: displayName(output) }))}
      value={[...choice.outputs]}
      error={choice.outputs.length === 0 ? MESSAGES.optionRequired : null}
      searchable
      onChange={(names) => {
        const outputs = all.map(({ name }) => name).filter((name) => names.includes(name));
        onChange({ outputs, hasAllOutputs: outputs.length === all.length });
      }}
    />
  );
}

const SHAPE_LABELS: Readonly<Record<ShapeKind, string>> = {
  parameters: "Inputs as parameters, outputs as voltages",
  ports: "Inputs and outputs as voltages",
  device: "A device whose current follows a curve",
};

function CircuitOptions({ choice, config, onChange }: Props) {
  const curves = exportableCurves(config);
  const kinds = (["parameters", "ports", "device"] as const).filter(
    (kind) => kind !== "device" || curves.length > 0,
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label="In the circuit"
        data={kinds.map((kind) => ({ value: kind, label: SHAPE_LABELS[kind] }))}
        value={choice.shape}
        allowDeselect={false}
        onChange={(value) => onChange({ shape: kinds.find((kind) => kind === value) ?? "parameters" })}
      />
      {choice.shape === "device" && (
        <Select
          label="Current of the device"
          data={curves.map((curve) => ({ value: curve.name, label: displayName(curve) }))}
          value={choice.curve}
          allowDeselect={false}
          onChange={(curve) => onChange({ curve, terminals: proposeTerminals(curve, config) })}
        />
      )}
    </SimpleGrid>
  );
}

const EQUATION_LABELS = {
  automatic: "A network, or the emulator's own where it is nearer",
  network: "A network",
  own: "The emulator's own",
} as const;

function Equations({ choice, onChange }: Omit<Props, "config">) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label="Equations"
        description={`The emulator's own are exact and longer: simulators take up to ${countText(EXPORT_LIMITS.ownTerms)} terms`}
        inputWrapperOrder={["label", "input", "description"]}
        data={circuitEquations.options.map((value) => ({ value, label: EQUATION_LABELS[value] }))}
        value={choice.equations}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ equations: circuitEquations.options.find((option) => option === value) ?? "automatic" })
        }
      />
      {choice.equations !== "own" && (
        <NumberInput
          label="Error allowed to a network"
          description="In percent of the emulator's own error, where a network stands for it"
          inputWrapperOrder={["label", "input", "description"]}
          suffix=" %"
          min={100 * EXPORT_LIMITS.leastShare}
          max={100}
          value={choice.wantedPercent}
          onChange={(value) => typeof value === "number" && onChange({ wantedPercent: value })}
          clampBehavior="blur"
        />
      )}
    </SimpleGrid>
  );
}

type DeviceTerminalsProps = { choice: Choice; onChange: (change: Partial<Choice>) => void };

/** The name of a third terminal until a person gives it another. */
const DEFAULT_CONTROL = "g";

/** Chooses the terminals between which the current of a device flows, and the voltage that the curve is over. */
function DeviceTerminals({ choice, onChange }: DeviceTerminalsProps) {
  const { terminals } = choice;
  const { positive, negative, control } = terminals;
  const problems = terminalProblems(choice);
  const change = (part: Partial<Terminals>) => onChange({ terminals: { ...terminals, ...part } });
  const field = (name: keyof Terminals, label: string) => (
    <TextInput
      label={label}
      value={terminals[name] ?? ""}
      error={problems[name]}
      maxLength={EXPORT_LIMITS.terminalLength}
      spellCheck={false}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {field("positive", "Positive terminal, where the current enters")}
      {field("negative", "Negative terminal, where it leaves")}
      <Select
        label="Swept voltage"
        data={[
          { value: "positive", label: `From ${positive} to ${negative}, across the device` },
          { value: "control", label: `From a terminal of its own to ${negative}` },
        ]}
        value={control === null ? "positive" : "control"}
        allowDeselect={false}
        onChange={(value) => change({ control: value === "control" ? DEFAULT_CONTROL : null })}
      />
      {control !== null && field("control", "Control terminal, without current")}
    </SimpleGrid>
  );
}

import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { Simulation, TypedValue } from "@understudy/shared/api/simulation.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import { columnTitle, formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { inEmulatorPath } from "#designs/design-links.ts";
import {
  describeUndefined,
  findDisplay,
  formatQueuePlace,
  formatTyped,
  isPredicted,
  type NamedColumn,
  PREDICTED_TEXT,
  plainValues,
  verificationText,
} from "#designs/values.ts";
import type { Column } from "#ui/data-table.tsx";
import { formatDuration } from "#ui/format.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import tables from "#ui/tables.module.css";
import { TextLink } from "#ui/text-link.tsx";

const NUMBER_WIDTH_PX = 128;
/** Room for the longest of the texts: about 7.2 pixels a character, and the cell's padding. */
const computeWidth = (texts: readonly string[], least = NUMBER_WIDTH_PX) =>
  Math.max(least, Math.ceil(Math.max(0, ...texts.map(({ length }) => length)) * 7.2) + 24);

/** A column for each varied variable and each scalar output that the page's rows have. */
function valueColumns(
  rows: readonly Simulation[],
  pick: (row: Simulation) => Record<string, TypedValue> | null,
  named: readonly NamedColumn[],
): Column<Simulation>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(pick(row) ?? {})))];
  const order = new Map(named.map(({ name }, index) => [name, index]));
  names.sort((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size));
  return names.map((name) => {
    const { display, unit } = findDisplay(named, name);
    const header = columnTitle(display, unit);
    const cell = (row: Simulation) => {
      const value = pick(row)?.[name];
      return value === undefined ? "–" : formatTyped(value, unit);
    };
    return { key: name, header, align: "right", width: computeWidth([header, ...rows.map(cell)]), cell };
  });
}

const UNDEFINED_HEADER = "Undefined outputs";

type Options = {
  config: JobConfig | null;
  objective: Objective;
  /** The job whose emulator's sliders can be set to a row; null: there is none. */
  emulatorJobId: number | null;
  onOpen: (id: number) => void;
};

/** The name of the server that computed a result. */
const placeText = (simulation: Simulation): string =>
  simulation.resource?.name ?? (isPredicted(simulation) ? PREDICTED_TEXT : "–");

const inSpecText = ({ in_spec }: Simulation): string => (in_spec === null ? "–" : in_spec ? "Yes" : "No");

/** The outputs that results have no value for; no column where all have one for every output. */
function undefinedColumn(rows: readonly Simulation[], outputs: readonly NamedColumn[]): Column<Simulation>[] {
  const texts = rows.map((row) => describeUndefined(row, outputs).names);
  if (texts.every((text) => text === "")) return [];
  const cell = (row: Simulation) => {
    const { names, reasons } = describeUndefined(row, outputs);
    return names === "" ? "–" : <span title={reasons}>{names}</span>;
  };
  return [
    {
      key: "undefined_outputs",
      header: UNDEFINED_HEADER,
      width: computeWidth([UNDEFINED_HEADER, ...texts]),
      cell,
    },
  ];
}

/** The columns of a page: what every simulation has, then values, inputs before outputs. */
export function simulationColumns(
  rows: readonly Simulation[],
  { config, objective, emulatorJobId, onOpen }: Options,
): Column<Simulation>[] {
  const scored = OBJECTIVE_TRAITS[objective].hasScore || rows.some(({ score }) => score !== null);
  return [
    {
      key: "id",
      header: "ID",
      sortable: true,
      width: 84,
      cell: ({ id }) => (
        <button type="button" className={tables.link} onClick={() => onOpen(id)}>
          {id}
        </button>
      ),
    },
    {
      key: "status",
      header: "Status",
      sortable: true,
      width: 150,
      cell: ({ status, error }) => (
        <span title={error ?? status}>
          <StatusBadge status={status} />
        </span>
      ),
    },
    ...undefinedColumn(rows, config?.outputs ?? []),
    ...(scored
      ? [
          {
            key: "score",
            header: "Score",
            sortable: true,
            align: "right" as const,
            width: 110,
            cell: ({ score }: Simulation) => (score === null ? "–" : formatValue(score)),
          },
          { key: "in_spec", header: "In spec", width: 84, cell: inSpecText },
        ]
      : []),
    ...(OBJECTIVE_TRAITS[objective].hasVerification
      ? [
          {
            key: "verified",
            header: "Verified",
            width: 110,
            cell: (row: Simulation) => verificationText(row),
          },
        ]
      : []),
    {
      key: "running_time",
      header: "Running time",
      sortable: true,
      align: "right",
      width: 120,
      cell: ({ running_time }) => (running_time === null ? "–" : formatDuration(running_time)),
    },
    {
      key: "resource",
      header: "Server",
      width: computeWidth(rows.map(placeText), 140),
      cell: placeText,
    },
    ...(rows.some(({ queue_place }) => queue_place !== null)
      ? [
          {
            key: "queue",
            header: "Queue",
            width: computeWidth(rows.map(formatQueuePlace), 150),
            cell: formatQueuePlace,
          },
        ]
      : []),
    ...(emulatorJobId === null
      ? []
      : [
          {
            key: "emulator",
            header: "Emulator",
            width: 150,
            cell: ({ inputs }: Simulation) => (
              <TextLink to={inEmulatorPath(emulatorJobId, plainValues(inputs))}>Open in emulator</TextLink>
            ),
          },
        ]),
    ...valueColumns(rows, ({ inputs }) => inputs, config?.inputs ?? []),
    ...valueColumns(rows, ({ outputs }) => outputs, config?.outputs ?? []),
  ];
}

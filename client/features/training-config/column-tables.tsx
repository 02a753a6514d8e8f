import type { Job } from "@understudy/shared/api/job.ts";
import { ConfigTable } from "./config-table.tsx";
import { INPUT_COLUMNS, InputRow } from "./input-row.tsx";
import { RowsText } from "./live-rows.tsx";
import { COORDINATE_COLUMNS, CoordinateRow, OUTPUT_COLUMNS, OutputRow } from "./output-row.tsx";
import { SuggestedUnits } from "./suggested-units.tsx";
import type { ConfigEditor } from "./use-config-editor.ts";
import { useParameterType } from "./use-parameter-type.ts";

type Props = { job: Job; editor: ConfigEditor; disabled: boolean };

/** The columns of the data: what the emulator learns from, what it predicts, and what curves are drawn over. */
export function ColumnTables({ job, editor, disabled }: Props) {
  const { config, edit } = editor;
  const type = useParameterType(job.id);
  const coordinateNames = new Set(config.coordinates.map(({ name }) => name));
  return (
    <>
      <SuggestedUnits config={config} disabled={disabled} onEdit={edit} />
      <ConfigTable
        title="Inputs"
        note={
          <>
            {config.inputs.length} columns, <RowsText job={job} config={config} />. A fixed input keeps its
            value and is left out of the emulator; of any other, the value is where its slider starts. A
            multiplier changes how values are shown: F with 1e-12 becomes pF, and a stored 2e-12 reads 2 pF.
          </>
        }
        columns={INPUT_COLUMNS}
        items={config.inputs}
        row={(input) => (
          <InputRow
            key={input.name}
            input={input}
            disabled={disabled || type.busy}
            onEdit={edit}
            onType={type.choose}
          />
        )}
      />
      <ConfigTable
        title="Outputs"
        note="What the emulator predicts."
        columns={OUTPUT_COLUMNS}
        items={config.outputs.filter(({ name }) => !coordinateNames.has(name))}
        row={(output) => (
          <OutputRow
            key={output.name}
            output={output}
            coordinates={config.coordinates}
            disabled={disabled}
            onEdit={edit}
          />
        )}
      />
      <ConfigTable
        title="Coordinates"
        note="The axes of vector outputs."
        columns={COORDINATE_COLUMNS}
        items={config.coordinates}
        row={(coordinate) => (
          <CoordinateRow key={coordinate.name} coordinate={coordinate} disabled={disabled} onEdit={edit} />
        )}
      />
    </>
  );
}

/** The names of the choices about rows, names and columns, and the texts that explain them. */
import type { DataOption, YesNoOption } from "../api/job-config.ts";

/** The page and the reports that name the options use these labels. */
export const DATA_OPTION_LABELS = {
  ignore_failed_runs: "Ignore failed runs",
  ignore_missing_inputs: "Ignore rows with missing inputs",
  number_duplicate_names: "Number duplicate names",
  header_units: "Units in names",
  join_numbered_columns: "Join numbered columns",
  complex_as_parts: "Real and imaginary part",
  complex_as_polar: "Magnitude and phase",
  resample_curves: "Resample curves",
  unwrap_angles: "Unwrap angles",
  failed_run_marks: "Marks of failed runs",
  left_out_rows: "Rows left out by number",
  sweep_curves: "Sweeps as curves",
} as const satisfies Record<DataOption, string>;
/** The text beside the box of each yes-or-no option says what it does. */
export const DATA_OPTION_TEXTS = {
  ignore_failed_runs:
    "Leave out the rows whose outputs are empty or NaN. Otherwise they are reported as problems.",
  ignore_missing_inputs:
    "Leave out the rows whose inputs are empty or NaN. Otherwise they are reported as problems.",
  number_duplicate_names:
    "Columns that share a name become gain, gain (2) and so on. Otherwise they are reported as problems.",
  header_units:
    "A column with a unit in its name, as R (Ohm) or Vdd [V], is named R or Vdd and has this unit.",
  join_numbered_columns:
    "Numbered columns of the Outputs File, as id_0 to id_40 or id@0V to id@1V, become one curve, id.",
  complex_as_parts: "Complex outputs become two: s21_re and s21_im.",
  complex_as_polar:
    "Complex outputs become two: s21_db, the magnitude in dB, and s21_deg, the phase in degrees.",
  resample_curves:
    "Curves whose time or frequency points differ from row to row are read on one grid, which all rows share.",
  unwrap_angles:
    "Curves of an angle go on beyond a full turn without a jump; an angle that is a number becomes its cosine and sine.",
} as const satisfies Record<YesNoOption, string>;
/** The lines of a validation report that name the option with which the files can be read after all. */
export const DATA_OPTION_HINTS = {
  ignore_failed_runs: `To leave out the runs whose outputs are empty or not finite, choose "${DATA_OPTION_LABELS.ignore_failed_runs}".`,
  ignore_missing_inputs: `To leave out the rows whose inputs are empty or not finite, choose "${DATA_OPTION_LABELS.ignore_missing_inputs}".`,
  number_duplicate_names: `Rename the columns, or choose "${DATA_OPTION_LABELS.number_duplicate_names}" to have the second become "name (2)".`,
  complex_as_parts: `To read complex numbers as two outputs, choose "${DATA_OPTION_LABELS.complex_as_parts}".`,
  complex_as_polar: `To read complex numbers as decibels and degrees, choose "${DATA_OPTION_LABELS.complex_as_polar}".`,
} as const satisfies Partial<Record<YesNoOption, string>>;

/**
 * csv-parse reads a file with any line ends, with or without a byte order mark; rows of the wrong length are reported
 * later.
 */
export const PARSER_OPTIONS = {
  bom: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
};

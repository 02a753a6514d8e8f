/** Says in a clause why a row ends the reading of a CSV file. @param code of csv-parse's error */
export function brokenRowText(code: string): string {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quote opened in this row is never closed";
    case "CSV_MAX_RECORD_SIZE":
      return "this row is too long; a quote in it may never be closed";
    case "CSV_INVALID_CLOSING_QUOTE":
      return "a quoted cell goes on after its closing quote; a quote inside a quoted cell must be doubled";
    case "INVALID_OPENING_QUOTE":
      return "there is a quote inside a cell that does not begin with one";
    default:
      return "this row cannot be read as CSV";
  }
}

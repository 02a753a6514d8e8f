/** Why an output could not be read, as a sentence that names the output and the file: the output is undefined. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

import { countText } from "@understudy/shared/number-text.ts";
import { LOG_KEPT_BYTES, LOG_TAIL_CHARACTERS } from "@understudy/shared/worker/worker-simulation.ts";

/** Keeps the beginning and the end of what a command prints, however much it is. */
export class LogCapture {
  readonly #maxBytes: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #end: Buffer[] = [];
  #endBytes = 0;
  #dropped = 0;

  /** @param maxBytes the largest size of the beginning, and of the end */
  constructor(maxBytes = LOG_KEPT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  write(chunk: Buffer): void {
    const toHead = chunk.subarray(0, this.#maxBytes - this.#headBytes);
    if (toHead.length > 0) {
      // A copy: the stream's buffer may be shared with much that is not kept.
      this.#head.push(Buffer.from(toHead));
      this.#headBytes += toHead.length;
    }
    const rest = chunk.subarray(toHead.length);
    if (rest.length === 0) return;
    this.#end.push(Buffer.from(rest));
    this.#endBytes += rest.length;
    for (
      let [first] = this.#end;
      first && this.#endBytes - first.length >= this.#maxBytes;
      [first] = this.#end
    ) {
      this.#end.shift();
      this.#endBytes -= first.length;
      this.#dropped += first.length;
    }
  }

  /** The beginning of the log, or all of it. */
  head(): Buffer {
    return Buffer.concat(this.#head);
  }

  get headBytes(): number {
    return this.#headBytes;
  }

  /** The end of a log that is longer than the head, behind a note on the bytes that are left out; null where the head is all of it. */
  end(): Buffer | null {
    if (this.#endBytes === 0) return null;
    const end = Buffer.concat(this.#end);
    const lastBytes = end.subarray(Math.max(0, end.length - this.#maxBytes));
    const leftOut = this.#dropped + end.length - lastBytes.length;
    if (leftOut === 0) return lastBytes;
    const note = `[${countText(leftOut)} bytes are left out here]\n`;
    return Buffer.concat([Buffer.from(note), lastBytes]);
  }

  /** The last few thousand characters. */
  tail(): string {
    const end = Buffer.concat(this.#endBytes > 0 ? [...this.#head.slice(-1), ...this.#end] : this.#head);
    // No character takes more than four bytes; one that is cut in two becomes a replacement character.
    const text = end.subarray(-LOG_TAIL_CHARACTERS * 4).toString("utf8");
    return text.slice(-LOG_TAIL_CHARACTERS);
  }
}

/** Read at once: parsing this much takes a few milliseconds, however large the file is. */
const HEAD_BYTES = 256 * 1024;

/** The beginning of a file, as bytes. */
export type FileHead = { readonly bytes: Uint8Array; readonly size: number; readonly isWhole: boolean };

export async function readHead(file: Blob): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return { bytes, size: file.size, isWhole: file.size <= HEAD_BYTES };
}

/** The rows that end in the head, as text; null where it is not UTF-8. A cut file's last row is left out. */
export function decodeText({ bytes, isWhole }: FileHead): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
    return isWhole ? text : text.slice(0, text.lastIndexOf("\n") + 1);
  } catch {
    return null;
  }
}

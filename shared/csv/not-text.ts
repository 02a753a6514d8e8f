/** The first bytes of a file show whether it is text that can be read as CSV. */

const FILE_SIGNATURES: readonly { bytes: readonly number[]; text: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    text: "this is a zip archive or an Excel workbook (.xlsx), not a CSV file. In Excel choose Save As, CSV UTF-8",
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    text: "this is an old Excel workbook (.xls), not a CSV file. In Excel choose Save As, CSV UTF-8",
  },
  { bytes: [0xff, 0xfe], text: "this is UTF-16 text. Save it as CSV UTF-8" },
  { bytes: [0xfe, 0xff], text: "this is UTF-16 text. Save it as CSV UTF-8" },
  { bytes: [0x1f, 0x8b], text: "this is a gzip archive, not a CSV file. Unpack it first" },
  { bytes: [0x42, 0x5a, 0x68], text: "this is a bzip2 archive, not a CSV file. Unpack it first" },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], text: "this is a zstd archive, not a CSV file. Unpack it first" },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], text: "this is a 7-Zip archive, not a CSV file. Unpack it first" },
  { bytes: [0x25, 0x50, 0x44, 0x46], text: "this is a PDF, not a CSV file" },
  { bytes: [0x89, 0x48, 0x44, 0x46], text: "this is an HDF5 file, not a CSV file" },
  { bytes: [0x50, 0x41, 0x52, 0x31], text: "this is a Parquet file, not a CSV file" },
  { bytes: [0x93, 0x4e, 0x55, 0x4d], text: "this is a NumPy array, not a CSV file" },
];

const NUL_BYTE = 0;

/** A sentence for people, without the file's name, or null when the beginning looks like text. */
export function whyNotText(head: Uint8Array): string | null {
  const signature = FILE_SIGNATURES.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (signature !== undefined) return signature.text;
  if (!head.includes(NUL_BYTE)) return null;
  // Without a byte order mark, UTF-16 shows as a NUL in every second byte.
  const [even, odd] = [0, 1].map(
    (parity) => head.filter((byte, i) => i % 2 === parity && byte === NUL_BYTE).length,
  );
  const half = head.length / 2;
  return Math.max(even ?? 0, odd ?? 0) > 0.4 * half && Math.min(even ?? 0, odd ?? 0) < 0.1 * half
    ? "this is UTF-16 text. Save it as CSV UTF-8"
    : "this is a binary file, not a CSV file";
}

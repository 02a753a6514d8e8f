import { createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { SPEC_FILES } from "@understudy/shared/limits.ts";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isClutter, pathProblem, shownPath, topFolder } from "./paths.ts";
import { type Source, Unreadable } from "./sources.ts";

/** The upper half of `externalFileAttributes` may hold a Unix mode: of its file types, only these may come in. */
const FILE_TYPE = 0o170000;
const REGULAR_FILE_TYPE = 0o100000;
const FOLDER_TYPE = 0o040000;
/** Folders are entries as well. */
const MAX_ENTRIES = 10 * SPEC_FILES.maxFiles;
/** Deflate makes at most a thousandth of anything; texts become a twentieth at best. Judged only once it matters. */
const MAX_RATIO = 200;
const RATIO_MATTERS_BYTES = 64 * 1024 ** 2;

export type ZipSources = { sources: Source[]; problems: string[]; close(): void };

/**
 * The files in a zip, judged by its directory: nothing is unpacked yet. A single top folder is left out, as most
 * programs put one in.
 * @param name How its uploader calls it, for the problems.
 */
export async function openZip(path: string, name: string): Promise<ZipSources> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(
    () => null,
  );
  if (zip === null) return { sources: [], problems: [`${name} is not a zip that can be read`], close() {} };
  const { entries, problems } = await readDirectory(zip, name);
  if (entries.length === 0 && problems.length === 0) problems.push(`${name} is empty`);
  const top = topFolder(entries.map(({ path }) => path));
  const sources = entries.map(({ path, entry }) => toSource(zip, entry, path.slice(top.length)));
  return { sources, problems, close: () => zip.close() };
}

type Named = { path: string; entry: Entry };

async function readDirectory(zip: ZipFile, name: string): Promise<{ entries: Named[]; problems: string[] }> {
  const entries: Named[] = [];
  const problems: string[] = [];
  let unpacked = 0;
  let packed = 0;
  if (zip.entryCount > MAX_ENTRIES) {
    return { entries, problems: [`${name} holds more than ${SPEC_FILES.maxFiles} files`] };
  }
  try {
    for await (const entry of zip.eachEntry()) {
      const path = decodeName(entry);
      if (path.endsWith("/") || isClutter(path)) continue;
      if (entries.length >= SPEC_FILES.maxFiles) {
        problems.push(`${name} holds more than ${SPEC_FILES.maxFiles} files`);
        break;
      }
      const problem = pathProblem(path) ?? entryProblem(entry);
      if (problem !== null) problems.push(`${name}: ${shownPath(path)} ${problem}`);
      entries.push({ path, entry });
      unpacked += entry.uncompressedSize;
      packed += entry.compressedSize;
    }
  } catch {
    problems.push(`${name} is damaged: its list of files cannot be read`);
  }
  if (unpacked > SPEC_FILES.maxBytes) problems.push(`${name} unpacks to more than ${SPEC_FILES.maxText}`);
  else if (unpacked > RATIO_MATTERS_BYTES && unpacked > packed * MAX_RATIO) {
    problems.push(`${name} unpacks to more than ${MAX_RATIO} times its size`);
  }
  return { entries, problems };
}

/** Without the `./` that some programs begin every name with. Names are judged by us, so they are decoded by us. */
const decodeName = (entry: Entry): string =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false).replace(
    /^(\.\/)+/,
    "",
  );

function entryProblem(entry: Entry): string | null {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR_FILE_TYPE && type !== FOLDER_TYPE)
    return "is a link or a device, not a file";
  if (entry.isEncrypted()) return "is encrypted";
  return entry.canDecodeFileData() ? null : "is packed in a way that cannot be read";
}

/** yauzl ends the stream with an error as soon as it holds more or fewer bytes than the directory said; the sum is ours to check. */
const toSource = (zip: ZipFile, entry: Entry, path: string): Source => ({
  path,
  size: entry.uncompressedSize,
  writeTo: async (target) => {
    const damaged = new Unreadable(`${path} is damaged`);
    const bytes = await zip.openReadStreamPromise(entry).catch(() => null);
    if (bytes === null) throw damaged;
    let isBroken = false;
    bytes.once("error", () => {
      isBroken = true;
    });
    let sum = 0;
    const summed = new Transform({
      transform(piece: Buffer, _encoding, done) {
        sum = crc32(piece, sum);
        done(null, piece);
      },
    });
    await pipeline(bytes, summed, createWriteStream(target, { flags: "wx", mode: 0o600 })).catch(
      (error: unknown) => {
        throw isBroken ? damaged : error;
      },
    );
    if (sum !== entry.crc32) throw damaged;
  },
});

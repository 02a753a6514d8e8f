/** Zips byte by byte, so that they may be what no honest program writes. */
import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  name: string;
  data: string | Buffer;
  /** A Unix mode; a regular file's unless told. */
  mode?: number;
  /** Bytes that its directory claims it unpacks to. */
  claimed?: number;
  /** Its check sum, where it is to be wrong. */
  crc?: number;
  /** General purpose flags: 1 says that it is encrypted. */
  flags?: number;
};

const UTF8_NAMES = 0x800;
const DEFLATE_METHOD = 8;
const MADE_BY_UNIX = 0x031e;

type Record = { local: Buffer; central: (offset: number) => Buffer };

function encodeEntry({ name, data, mode = 0o100644, claimed, crc, flags = 0 }: ZipEntry): Record {
  const bytes = Buffer.from(data);
  const packed = deflateRawSync(bytes);
  const nameBytes = Buffer.from(name);
  // From "version needed" to the length of the extra field: the same in both places.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(UTF8_NAMES | flags, 2);
  common.writeUInt16LE(DEFLATE_METHOD, 4);
  common.writeUInt32LE(0x5a21_0000, 6);
  common.writeUInt32LE(crc ?? crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claimed ?? bytes.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const central = (offset: number) => {
    const head = Buffer.alloc(6);
    head.writeUInt32LE(0x0201_4b50, 0);
    head.writeUInt16LE(MADE_BY_UNIX, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    return Buffer.concat([head, common, tail, nameBytes]);
  };
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(0x0403_4b50);
  return { local: Buffer.concat([signature, common, nameBytes, packed]), central };
}

/** A zip of these entries, whatever they are called. */
export function makeZip(entries: readonly ZipEntry[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = encodeEntry(entry);
    centrals.push(central(offset));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

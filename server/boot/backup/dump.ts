/** Every collection of a database as BSON files, one each, and back: exact types, any engine, flat memory. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BSON, type Db, type Document, MongoClient } from "mongodb";

const DOCUMENTS_PER_BATCH = 500;

export async function withDatabase<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 30_000 });
  try {
    return await use(client.db());
  } finally {
    await client.close();
  }
}

/** @returns the names of the collections that are not MongoDB's own */
export async function listCollections(db: Db): Promise<string[]> {
  const collections = await db.listCollections({ type: "collection" }, { nameOnly: true }).toArray();
  return collections.map(({ name }) => name).filter((name) => !name.startsWith("system."));
}

/** Writes `<collection>.bson` files, each the documents one after the other. @returns how many documents */
export async function dumpDatabase(url: string, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  return withDatabase(url, async (db) => {
    let documents = 0;
    for (const name of await listCollections(db)) {
      // Types are kept as stored: a whole number written as a double stays one.
      const cursor = db.collection(name).find({}, { promoteValues: false, promoteBuffers: false });
      const bytes = async function* () {
        for await (const document of cursor) {
          documents++;
          yield BSON.serialize(document);
        }
      };
      await pipeline(Readable.from(bytes()), createWriteStream(join(folder, `${name}.bson`)));
    }
    return documents;
  });
}

/** The documents of a BSON file. Each begins with its own length: four bytes, little-endian. */
async function* readDocuments(file: string): AsyncGenerator<Document> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let size = 0; rest.length >= 4; rest = rest.subarray(size)) {
      size = rest.readInt32LE(0);
      if (rest.length < size) break;
      yield BSON.deserialize(rest.subarray(0, size), { promoteValues: false, promoteBuffers: false });
    }
  }
  if (rest.length > 0)
    throw new Error(`${basename(file)} ends in the middle of a document: the backup is cut off.`);
}

export async function isEmpty(url: string): Promise<boolean> {
  return withDatabase(url, async (db) => {
    for (const name of await listCollections(db)) {
      if ((await db.collection(name).findOne()) !== null) return false;
    }
    return true;
  });
}

/** Fills an empty database from the files that `dumpDatabase` wrote. @returns how many documents */
export async function restoreDatabase(url: string, folder: string): Promise<number> {
  return withDatabase(url, async (db) => {
    let documents = 0;
    for (const file of (await readdir(folder)).filter((name) => name.endsWith(".bson"))) {
      const collection = db.collection(basename(file, ".bson"));
      let batch: Document[] = [];
      const flush = async () => {
        if (batch.length > 0) await collection.insertMany(batch);
        documents += batch.length;
        batch = [];
      };
      for await (const document of readDocuments(join(folder, file))) {
        batch.push(document);
        if (batch.length === DOCUMENTS_PER_BATCH) await flush();
      }
      await flush();
    }
    return documents;
  });
}

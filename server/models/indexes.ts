import mongoose, { type Model } from "mongoose";

/** Each process that starts beside this one may undo what it has just done, once. */
const MAX_ATTEMPTS = 10;
const { MongoServerError } = mongoose.mongo;

/** MongoDB's errors when another process drops or creates the same index at the same moment. */
const BESIDE_ANOTHER = ["IndexNotFound", "IndexBuildAborted", "BackgroundOperationInProgressForNamespace"];
const isBesideAnother = (error: unknown): boolean =>
  error instanceof MongoServerError && BESIDE_ANOTHER.includes(error.codeName ?? "");

/**
 * Makes the indexes of a collection those that its model declares: drops what was declared once, or otherwise, and creates
 * what is missing. An index of another name than MongoDB gives by itself is somebody else's, and stays.
 */
export async function prepareIndexes<T>(model: Model<T>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { toDrop, toCreate } = await model.diffIndexes();
      for (const name of await findOwnIndexes(model, toDrop)) await model.collection.dropIndex(name);
      if (toCreate.length > 0) await model.createIndexes();
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isBesideAnother(error)) throw error;
    }
  }
}

/** Those of the named indexes that have the name that MongoDB gives by itself. */
async function findOwnIndexes<T>(model: Model<T>, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const indexes = await model.collection.indexes();
  return indexes.flatMap(({ name, key }) => {
    const isOurs = name === Object.entries(key).flat().join("_");
    return isOurs && names.includes(name) ? [name] : [];
  });
}

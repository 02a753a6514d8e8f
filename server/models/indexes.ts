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
      for (const name of await formerIndexes(model)) await model.collection.dropIndex(name);
      return await model.createIndexes();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isBesideAnother(error)) throw error;
    }
  }
}

async function formerIndexes<T>(model: Model<T>): Promise<string[]> {
  const { toDrop } = await model.diffIndexes();
  if (toDrop.length === 0) return [];
  const there = await model.collection.indexes();
  return there.flatMap(({ name, key }) => {
    const isOurs = name === Object.entries(key).flat().join("_");
    return isOurs && toDrop.includes(name) ? [name] : [];
  });
}

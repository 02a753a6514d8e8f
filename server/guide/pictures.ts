/** The pictures of the guide's pages, which `npm run guide:pictures` takes of the running product. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { OpenFile } from "../files/explorer/open-path.ts";

const PICTURES_FOLDER = join(import.meta.dirname, "pictures");

/** The file of a picture, such as `emulator-dark.webp`, which the caller closes; null: there is none of that name. */
export async function openGuidePicture(name: string): Promise<OpenFile | null> {
  const handle = await open(join(PICTURES_FOLDER, name)).catch(() => null);
  return handle && { handle, stats: await handle.stat() };
}

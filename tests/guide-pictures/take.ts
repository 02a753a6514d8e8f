/**
 * Takes the pictures of the guide of the running product and writes them to server/guide/pictures. `npm run guide:pictures
 * -- NAME ...` writes only those named.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf } from "../support/browser/real-jobs.ts";
import { settled } from "../support/browser/settled.ts";
import { cleanUp } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { makePictureJobs } from "./jobs.ts";
import { GUIDE_PICTURES } from "./pictures.ts";

const PICTURES_FOLDER = join(import.meta.dirname, "../../server/guide/pictures");
/** The shape that client/pages/guides/guide.module.css gives them. */
const PICTURE_SIZE = { width: 1152, height: 720 };
const WEBP_QUALITY = 0.85;
const TIMEOUT_MS = 30_000;

/** Takes a picture of the window as WebP, which Chromium's screenshots cannot be. */
async function photograph(page: Page): Promise<Buffer> {
  const png = (await page.screenshot()).toString("base64");
  // A page without the product's security policy.
  const studio = await page.context().newPage();
  const webp = await studio.evaluate(
    async ({ source, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { source: `data:image/png;base64,${png}`, quality: WEBP_QUALITY },
  );
  await studio.close();
  return Buffer.from(webp.slice(webp.indexOf(",") + 1), "base64");
}

async function takePictures(chosenNames: readonly string[]): Promise<void> {
  const { url: baseURL, config } = await startTestServer();
  await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const jobs = await makePictureJobs(await callerOf(baseURL, ada));
  await mkdir(PICTURES_FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const { name, path, prepare } of GUIDE_PICTURES) {
      if (chosenNames.length > 0 && !chosenNames.includes(name)) continue;
      const page = await newPage({ baseURL, size: PICTURE_SIZE, colorScheme, as: ada });
      page.setDefaultTimeout(TIMEOUT_MS);
      try {
        await page.goto(path(jobs));
        await prepare(page);
        await page.waitForLoadState("networkidle");
        await settled(page);
        const picture = await photograph(page);
        await writeFile(join(PICTURES_FOLDER, `${name}-${colorScheme}.webp`), picture);
        console.log(`${name}, ${colorScheme}: ${Math.round(picture.length / 1024)} KB`);
      } catch (error) {
        // The others are taken all the same.
        process.exitCode = 1;
        console.error(`${name}, ${colorScheme}:`, error);
      }
      await page.context().close();
    }
  }
}

try {
  await takePictures(process.argv.slice(2));
} finally {
  await cleanUp(30_000);
}

/**
 * Takes the pictures of the guide and writes them to server/guide/pictures: of the running product, and of the drawings beside
 * this file. `npm run guide:pictures -- NAME ...` writes only those named.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf } from "../support/browser/real-jobs.ts";
import { settled } from "../support/browser/settled.ts";
import { cleanUp } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { makePictureJobs } from "./jobs.ts";
import { GUIDE_PICTURES, type Picture } from "./pictures.ts";

const PICTURES_FOLDER = join(import.meta.dirname, "../../server/guide/pictures");
/** The shape that client/features/guides/guide.module.css gives them. */
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

/** Pictures that are drawn. Each is an SVG file, whose colours follow the scheme of the browser. */
const DRAWING_NAMES = ["overview"];
const DRAWINGS_FOLDER = join(import.meta.dirname, "drawings");
const COLOR_SCHEMES = ["light", "dark"] as const;
type ColorScheme = (typeof COLOR_SCHEMES)[number];

async function writePicture(page: Page, name: string, colorScheme: ColorScheme): Promise<void> {
  const picture = await photograph(page);
  await writeFile(join(PICTURES_FOLDER, `${name}-${colorScheme}.webp`), picture);
  console.log(`${name}, ${colorScheme}: ${Math.round(picture.length / 1024)} KB`);
}

async function takeDrawing(name: string, colorScheme: ColorScheme): Promise<void> {
  const baseURL = pathToFileURL(`${DRAWINGS_FOLDER}/`).href;
  const page = await newPage({ baseURL, size: PICTURE_SIZE, colorScheme });
  await page.goto(new URL(`${name}.svg`, baseURL).href);
  await writePicture(page, name, colorScheme);
  await page.context().close();
}

/** Starts the product with sample jobs, and takes pictures of its pages. */
async function takeProductPictures(pictures: readonly Picture[]): Promise<void> {
  const { url: baseURL, config } = await startTestServer();
  await startTestRunner(config);
  const ada = await addPerson(config, "Ada Lovelace");
  const zoe = await addPerson(config, "Zoe Noether");
  const jobs = await makePictureJobs(await callerOf(baseURL, ada), await callerOf(baseURL, zoe));
  for (const colorScheme of COLOR_SCHEMES) {
    for (const { name, path, prepare } of pictures) {
      const page = await newPage({ baseURL, size: PICTURE_SIZE, colorScheme, as: ada });
      page.setDefaultTimeout(TIMEOUT_MS);
      try {
        await page.goto(path(jobs));
        await prepare(page);
        await page.waitForLoadState("networkidle");
        await settled(page);
        await writePicture(page, name, colorScheme);
      } catch (error) {
        // The others are taken all the same.
        process.exitCode = 1;
        console.error(`${name}, ${colorScheme}:`, error);
      }
      await page.context().close();
    }
  }
}

/** @param chosenNames the pictures to take; empty: all */
async function takePictures(chosenNames: readonly string[]): Promise<void> {
  const isChosen = (name: string) => chosenNames.length === 0 || chosenNames.includes(name);
  await mkdir(PICTURES_FOLDER, { recursive: true });
  for (const name of DRAWING_NAMES.filter(isChosen))
    for (const colorScheme of COLOR_SCHEMES) await takeDrawing(name, colorScheme);
  const productPictures = GUIDE_PICTURES.filter(({ name }) => isChosen(name));
  if (productPictures.length > 0) await takeProductPictures(productPictures);
}

try {
  await takePictures(process.argv.slice(2));
} finally {
  await cleanUp(30_000);
}

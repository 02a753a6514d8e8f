import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import { notFound, Problem } from "../core/problem.ts";
import { decodeFilePath } from "../files/explorer/file-path.ts";
import { zipFolder } from "../files/specs/zip-folder.ts";
import { openGuidePicture } from "../guide/pictures.ts";
import type { User } from "../models/user.ts";
import { canDownloadData } from "../policies/job.ts";
import { mayCall } from "../policies/user.ts";
import { MACHINE_CLIENT_PATH } from "../provision/cloud-init.ts";
import { sendAuditCsv } from "./audit/csv.ts";
import { sendChain } from "./chain.ts";
import { sendExport, sendVerilogA } from "./emulator/export-downloads.ts";
import { loadFile } from "./files/load.ts";
import { sendFile } from "./files/send-file.ts";
import { sendParquet, sendShownCsv } from "./jobs/data-downloads.ts";
import { loadJob } from "./jobs/load.ts";
import { whoAsks } from "./request/authenticate.ts";
import type { Web } from "./request/handle.ts";
import { sendSimulationsCsv } from "./simulations/simulations-csv.ts";
import { loadSpecVersion } from "./specs/load.ts";

/** The machine asks again after a while. */
const BUILD_WAIT_MS = 10_000;

/** `serve` also gets the numbers in the path. */
type Download = {
  pattern: RegExp;
  serve: (web: Web, ctx: Koa.Context, user: User, ids: number[]) => Promise<void>;
};

const DOWNLOAD_ROUTES: readonly Download[] = [
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/data\.csv$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      if (ctx.query.units === "shown") return await sendShownCsv(web, ctx, job);
      const file = await loadFile(web, user, { root: "work_dirs", names: [String(job._id), "data.csv"] });
      await sendFile(ctx, file, `job-${job._id}-data.csv`);
    },
  },
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/data\.parquet$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      await sendParquet(web, ctx, job);
    },
  },
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/simulations\.csv$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      sendSimulationsCsv(web, ctx, job);
    },
  },
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/chain\.(?:csv|npy)$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      await sendChain(web, ctx, job._id);
    },
  },
  {
    pattern:
      /^\/static\/work_dirs\/(\d{1,15})\/exports\/[0-9a-f]{16}\/[a-z0-9_-]{1,100}\.(?:zip|va|sub|fmu|onnx|html|mjs)$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const id = basename(dirname(ctx.path));
      await sendExport(web, ctx, user, { jobId, id, name: basename(ctx.path) });
    },
  },
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/[a-z0-9_]{1,100}\.va$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const isSent = await sendVerilogA(web, ctx, user, { jobId, name: basename(ctx.path) });
      if (!isSent) await sendStored(web, ctx, user);
    },
  },
  {
    pattern: /^\/static\/specs\/(\d{1,15})\/(\d{1,15})\.zip$/,
    serve: async (web, ctx, user, [specId, versionId = 0]) => {
      const { version } = await loadSpecVersion(web, user, versionId);
      if (version.spec_id !== specId) throw notFound(MESSAGES.specVersionNotFound);
      // A slash would cut the name.
      ctx.attachment(`${version.name.replaceAll("/", "-")} (version ${version.number}).zip`);
      ctx.type = "application/zip";
      const folder = web.storage.specVersionDir(version.spec_id, version._id);
      if (ctx.method === "HEAD") ctx.status = 200;
      else ctx.body = zipFolder(folder, version.files, version.creation_time);
    },
  },
  {
    pattern: /^\/static\/(?:work_dirs|specs|logs)\//,
    serve: sendStored,
  },
  {
    pattern: /^\/static\/audit\.csv$/,
    serve: async (web, ctx, user) => {
      const decision = mayCall(user, "admin");
      if (decision !== "allowed") throw new Problem(decision === "forbidden" ? 403 : 404);
      sendAuditCsv(web, ctx);
    },
  },
  {
    pattern: /^\/static\/media\/understudy-[a-z0-9-]+\.zip$/,
    serve: async (web, ctx, user) => {
      const name = basename(ctx.path);
      if (user.restricted) throw new Problem(404);
      const handle = await open(join(await web.downloads.folder(), name)).catch(() => null);
      if (handle === null) throw notFound(MESSAGES.fileNotFound);
      await sendFile(ctx, { handle, stats: await handle.stat() }, name);
    },
  },
  {
    pattern: /^\/static\/guide\/[a-z-]{1,50}\.webp$/,
    serve: async (_web, ctx, user) => {
      if (user.restricted) throw new Problem(404);
      const name = basename(ctx.path);
      const file = await openGuidePicture(name);
      if (file === null) throw notFound(MESSAGES.fileNotFound);
      await sendFile(ctx, file, name);
      // Ours, and shown on a page.
      ctx.type = "webp";
      ctx.remove("Content-Disposition");
    },
  },
];

/** Any file of a job, a spec or the logs. @throws Problem 404 when there is none that this person may see */
async function sendStored(
  web: Pick<Web, "config" | "store" | "storage">,
  ctx: Koa.Context,
  user: User,
): Promise<void> {
  const path = decodeFilePath(ctx.path.slice("/static/".length));
  const name = path?.names.at(-1);
  const file = await loadFile(web, user, name === undefined ? null : path);
  await sendFile(ctx, file, name ?? "");
}

/**
 * Sends the worker client to a machine that was created for a training and shows its key. It is built first where it has not been.
 * @returns false: somebody else asks, or for something else
 * @throws Problem 503 while it is being built
 */
async function sendMachineClient(
  web: Pick<Web, "workerKeys" | "downloads">,
  ctx: Koa.Context,
): Promise<boolean> {
  if (ctx.path !== MACHINE_CLIENT_PATH) return false;
  const [, token = ""] = /^Bearer (\S+)$/.exec(ctx.get("Authorization")) ?? [];
  const key = web.workerKeys.readMachine(token);
  if (key === null || (await web.workerKeys.ownerOfMachine(key)) === null) return false;
  const prepared = await web.downloads.prepare(MACHINE_CLIENT_PATH, BUILD_WAIT_MS);
  const name = basename(MACHINE_CLIENT_PATH);
  const handle = await open(join(await web.downloads.folder(), name)).catch(() => null);
  if (prepared === null || handle === null) throw new Problem(503, MESSAGES.downloadBegins);
  await sendFile(ctx, { handle, stats: await handle.stat() }, name);
  return true;
}

/** Files of jobs and specs, the guide's pictures, and the clients that people install, for those who may download them. Nothing else exists under /static. */
export const serveDownloads =
  (web: Web): Koa.Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith("/static/")) return await next();
    const download = DOWNLOAD_ROUTES.find(({ pattern }) => pattern.test(ctx.path));
    if (download === undefined || (ctx.method !== "GET" && ctx.method !== "HEAD")) throw new Problem(404);
    if (await sendMachineClient(web, ctx)) return;
    const loggedIn = await whoAsks(web, ctx);
    if (loggedIn === null) throw new Problem(401);
    const [, ...ids] = download.pattern.exec(ctx.path) ?? [];
    ctx.set("Cache-Control", "private, no-cache");
    await download.serve(web, ctx, loggedIn.user, ids.map(Number));
  };

import { basename } from "node:path";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type Koa from "koa";
import send from "koa-send";
import { simulationFolder } from "../files/kept-files.ts";
import { zipFolder } from "../files/specs/zip-folder.ts";
import type { User } from "../models/user.ts";
import { canDownloadData } from "../policies/job.ts";
import { notFound, Problem } from "../problem.ts";
import { whoAsks } from "./authenticate.ts";
import { sendChain } from "./chain.ts";
import type { Web } from "./handle.ts";
import { loadJob } from "./jobs/load.ts";
import { sendShownCsv } from "./jobs/shown-csv.ts";
import { sendSimulationsCsv } from "./simulations/simulations-csv.ts";
import { loadSpecVersion } from "./specs/load.ts";

/** What `serve` gets besides: the numbers in the path. */
type Download = {
  pattern: RegExp;
  serve: (web: Web, ctx: Koa.Context, user: User, ids: number[]) => Promise<void>;
};

const DOWNLOADS: readonly Download[] = [
  {
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/data\.csv$/,
    serve: async (web, ctx, user, [jobId = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      if (ctx.query.units === "shown") return await sendShownCsv(web, ctx, job);
      ctx.attachment(`job-${job._id}-data.csv`);
      const sent = await send(ctx, "data.csv", { root: web.storage.workDir(job._id) }).catch(() => null);
      if (sent === null) throw notFound(MESSAGES.fileNotFound);
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
    pattern: /^\/static\/work_dirs\/(\d{1,15})\/simulations\/(\d{1,15})\/.+$/,
    serve: async (web, ctx, user, [jobId = 0, simulation = 0]) => {
      const { job } = await loadJob(web, user, jobId);
      if (!canDownloadData(user)) throw notFound(MESSAGES.jobNotFound);
      const path = ctx.path.split("/").slice(6).join("/");
      ctx.attachment(nameIn(path));
      // A simulation's files are somebody else's: never shown as a page of ours.
      ctx.type = "application/octet-stream";
      const root = simulationFolder(web.storage, job._id, simulation);
      const sent = await send(ctx, path, { root, hidden: false }).catch(() => null);
      if (sent === null) throw notFound(MESSAGES.fileNotFound);
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
    pattern: /^\/static\/media\/understudy-[a-z0-9-]+\.zip$/,
    serve: async (web, ctx, user) => {
      const name = basename(ctx.path);
      if (user.restricted) throw new Problem(404);
      ctx.attachment(name);
      const sent = await send(ctx, name, { root: await web.downloads.folder() }).catch(() => null);
      if (sent === null) throw notFound(MESSAGES.fileNotFound);
    },
  },
];

/** @throws Problem 404 when the address is none that a file can have. */
function nameIn(path: string): string {
  try {
    return basename(decodeURIComponent(path));
  } catch {
    throw notFound(MESSAGES.fileNotFound);
  }
}

/** Files of jobs and specs, and the clients that people install, for those who may download them. Nothing else exists under /static. */
export const serveDownloads =
  (web: Web): Koa.Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith("/static/")) return await next();
    const download = DOWNLOADS.find(({ pattern }) => pattern.test(ctx.path));
    if (download === undefined || (ctx.method !== "GET" && ctx.method !== "HEAD")) throw new Problem(404);
    const loggedIn = await whoAsks(web, ctx);
    if (loggedIn === null) throw new Problem(401);
    const [, ...ids] = download.pattern.exec(ctx.path) ?? [];
    ctx.set("Cache-Control", "private, no-cache");
    await download.serve(web, ctx, loggedIn.user, ids.map(Number));
  };

import { MESSAGES } from "@understudy/shared/messages.ts";
import type Koa from "koa";
import send from "koa-send";
import type { Web } from "../api/handle.ts";
import { loadJob } from "../api/jobs/load.ts";
import { canDownloadData } from "../policies/job.ts";
import { notFound, Problem } from "../problem.ts";

const DATA_CSV = /^\/static\/work_dirs\/(\d{1,15})\/data\.csv$/;

/** Files of jobs, for those who may have them. Nothing else under /static exists. */
export const serveDownloads =
  (web: Web): Koa.Middleware =>
  async (ctx, next) => {
    if (!ctx.path.startsWith("/static/")) return await next();
    const [, jobId] = DATA_CSV.exec(ctx.path) ?? [];
    if (jobId === undefined || (ctx.method !== "GET" && ctx.method !== "HEAD")) throw new Problem(404);
    const loggedIn = await web.sessions.find(web.cookie.read(ctx.req.headers.cookie));
    if (loggedIn === null) throw new Problem(401);
    const { job } = await loadJob(web, loggedIn.user, Number(jobId));
    if (!canDownloadData(loggedIn.user)) throw notFound(MESSAGES.jobNotFound);
    ctx.attachment(`job-${job._id}-data.csv`);
    ctx.set("Cache-Control", "private, no-cache");
    const sent = await send(ctx, "data.csv", { root: web.storage.workDir(job._id) }).catch(() => null);
    if (sent === null) throw notFound(MESSAGES.fileNotFound);
  };

import type Koa from "koa";
import { makeOpenApiDocument } from "../open-api/document.ts";

const DOCUMENT_PATH = "/api/openapi.json";
/** The document changes with the product only. */
let text: Promise<string> | null = null;

/** Serves the document of the API to anyone: it says nothing about an installation. */
export const serveOpenApi: Koa.Middleware = async (ctx, next) => {
  if (ctx.path !== DOCUMENT_PATH || (ctx.method !== "GET" && ctx.method !== "HEAD")) return await next();
  text ??= makeOpenApiDocument().then((document) => JSON.stringify(document));
  ctx.set("Cache-Control", "no-cache");
  ctx.type = "json";
  ctx.body = await text;
};

import { type DemoServer, demoRoutes } from "@understudy/shared/api/demo.ts";
import { resourceRoutes } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { offlineResources, onlineResources, sharedResources } from "../commands/resources/resources.ts";
import { shareServer } from "../commands/resources/share-server.ts";
import { notFound, Problem } from "../core/problem.ts";
import { presentDemoServer } from "../demo/present-demo.ts";
import { presentOfflineResource, presentResource, presentSharedResource } from "../presenters/resource.ts";
import { handle, type Web } from "./request/handle.ts";

/** Short enough for a page that shows what is being done. */
const WAIT_MS = 1_000;

export const resourceHandlers = {
  listResources: handle(resourceRoutes.listResources, async ({ web, user }) => ({
    items: [
      ...(await onlineResources(web, user._id)).map(presentResource),
      ...(await sharedResources(web, user._id)).map(presentSharedResource),
    ],
    offline: (await offlineResources(web, user._id)).map(presentOfflineResource),
  })),

  shareResource: handle(resourceRoutes.shareResource, async ({ web, user, params, body }) =>
    presentResource(await shareServer(web, user, params.resource_id, body.limit)),
  ),

  getWorkerClientKey: handle(resourceRoutes.getWorkerClientKey, async ({ web, user }) => ({
    client_key: await web.workerKeys.current(user._id),
  })),

  regenerateWorkerClientKey: handle(resourceRoutes.regenerateWorkerClientKey, async ({ web, user }) => ({
    client_key: await web.workerKeys.regenerate(user._id),
  })),

  listWorkerDownloads: handle(resourceRoutes.listWorkerDownloads, async ({ web }) => ({
    items: await web.downloads.list(),
  })),

  prepareWorkerDownload: handle(resourceRoutes.prepareWorkerDownload, async ({ web, body }) => {
    const prepared = await web.downloads.prepare(body.href, WAIT_MS);
    if (prepared === null) throw notFound(MESSAGES.fileNotFound);
    if ("failure" in prepared) throw new Problem(503, prepared.failure);
    return prepared;
  }),
};

const presentState = async (web: Pick<Web, "demos" | "config">, userId: number): Promise<DemoServer> =>
  presentDemoServer(await web.demos.state(userId), web.config.demo);

export const demoHandlers = {
  getDemoServer: handle(demoRoutes.getDemoServer, ({ web, user }) => presentState(web, user._id)),

  startDemoServer: handle(demoRoutes.startDemoServer, async ({ web, user }) => {
    await web.demos.start(user);
    return await presentState(web, user._id);
  }),

  stopDemoServer: handle(demoRoutes.stopDemoServer, async ({ web, user }) => {
    await web.demos.stop(user._id);
    return await presentState(web, user._id);
  }),
};

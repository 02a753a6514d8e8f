import { resourceRoutes } from "@understudy/shared/api/resource.ts";
import { onlineResources } from "../../commands/resources.ts";
import { listWorkerDownloads } from "../../files/worker-downloads.ts";
import { presentResource } from "../../presenters/resource.ts";
import { handle } from "../handle.ts";

export const resourceHandlers = {
  listResources: handle(resourceRoutes.listResources, async ({ web, user }) => ({
    items: (await onlineResources(web, user._id)).map(presentResource),
  })),

  getWorkerClientKey: handle(resourceRoutes.getWorkerClientKey, async ({ web, user }) => ({
    client_key: await web.workerKeys.current(user._id),
  })),

  regenerateWorkerClientKey: handle(resourceRoutes.regenerateWorkerClientKey, async ({ web, user }) => ({
    client_key: await web.workerKeys.regenerate(user._id),
  })),

  listWorkerDownloads: handle(resourceRoutes.listWorkerDownloads, async () => ({
    items: await listWorkerDownloads(),
  })),
};

import { type DemoServer, demoRoutes } from "@understudy/shared/api/demo.ts";
import { presentDemoServer } from "../demo/present-demo.ts";
import { handle, type Web } from "./request/handle.ts";

const presentState = async (web: Web, userId: number): Promise<DemoServer> =>
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

import { z } from "zod";
import { route } from "./route.ts";

/** A connected server that the platform runs beside itself for somebody who wants to try one: it simulates an op-amp, and nothing else. */
export const demoServer = z.object({
  available: z.boolean().describe("False: this platform has no server to try."),
  status: z.enum(["Off", "Starting", "Online", "Failed"]),
  error: z.string().nullable().describe("The reason why it failed; null: it did not."),
  stays: z
    .boolean()
    .describe(
      "It runs as long as the platform does; any other stops after half an hour without simulations.",
    ),
  resource_id: z.int().nullable().describe("Its place among one's resources while it is online."),
  spec_version_id: z
    .int()
    .nullable()
    .describe(
      "The version of one's own spec that it simulates; null: there is none yet, starting it makes one.",
    ),
});
export type DemoServer = z.infer<typeof demoServer>;

export const demoRoutes = {
  getDemoServer: route({
    method: "GET",
    path: "/demo-server",
    summary: "One's own demo server",
    audience: "full-user",
    response: demoServer,
  }),
  startDemoServer: route({
    method: "POST",
    path: "/demo-server:start",
    summary:
      "Start one's own demo server, and make the spec that it simulates; one that runs is left as it is",
    audience: "full-user",
    response: demoServer,
  }),
  stopDemoServer: route({
    method: "POST",
    path: "/demo-server:stop",
    summary: "Stop one's own demo server: what it runs waits for another server",
    audience: "full-user",
    response: demoServer,
  }),
} as const;

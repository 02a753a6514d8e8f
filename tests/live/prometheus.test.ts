/** Debian's Prometheus reads the metrics of a real platform, and takes its alert rules. */
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { runCommand } from "../../server/boot/embedded-stores/command.ts";
import { freePort } from "../../server/boot/store-process.ts";
import { assert, eventually, suite } from "../harness.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";
import { parseExposition } from "../support/metrics/exposition.ts";
import { installPackages } from "../support/processes/simulators.ts";
import { startTestServer } from "../support/processes/stack.ts";

const RULES_FILE = join(import.meta.dirname, "../../server/deploy/alerts.yml");
const METRICS_TOKEN = "a token of this test";
/** Others may not install packages. */
const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});

const it = suite("Prometheus", { timeout: 300_000 });

if (canInstall || existsSync("/usr/bin/prometheus")) {
  it("reads a web process, and takes the alert rules of the project", async () => {
    if (!existsSync("/usr/bin/prometheus")) await installPackages(["prometheus"]);
    const checked = await runCommand("/usr/bin/promtool", ["check", "rules", RULES_FILE]);
    assert.match(checked, /SUCCESS: 11 rules/);
    const server = await startTestServer({ metrics: { port: 0, host: "127.0.0.1", token: METRICS_TOKEN } });
    const folder = temporaryFolder("prometheus");
    const file = join(folder, "prometheus.yml");
    const target = new URL(server.metricsUrl ?? "").host;
    writeFileSync(
      file,
      `global: { scrape_interval: 1s }
rule_files: [${JSON.stringify(RULES_FILE)}]
scrape_configs:
  - job_name: understudy
    authorization: { credentials: ${JSON.stringify(METRICS_TOKEN)} }
    static_configs: [{ targets: [${JSON.stringify(target)}] }]
`,
    );
    const address = `127.0.0.1:${await freePort()}`;
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ];
    const child = spawn("/usr/bin/prometheus", options, { stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
    atEnd("Prometheus", async () => {
      child.kill("SIGKILL");
      await ended;
    });
    const query = async (expression: string) => {
      const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
      return answer.parse(await response.json()).data.result;
    };
    const readValue = (expression: string) =>
      eventually(
        expression,
        async () => (await query(expression).catch(() => []))[0]?.value[1] ?? null,
        60_000,
      );
    assert.is(await readValue('up{job="understudy"} == 1'), "1");
    assert.is(await readValue('understudy_store_up{store="mongodb"}'), "1");
    assert.is(await readValue('understudy_queue_jobs{queue="training",state="waiting"}'), "0");
    assert.is(await readValue("count(nodejs_eventloop_lag_p99_seconds)"), "1");
  });
} else {
  it("would read the metrics by its text format", async () => {
    const server = await startTestServer({ metrics: { port: 0, host: "127.0.0.1", token: null } });
    const families = parseExposition(await (await fetch(server.metricsUrl ?? "")).text());
    assert.ok(families.has("understudy_store_up") && families.has("nodejs_eventloop_lag_p99_seconds"));
  });
}

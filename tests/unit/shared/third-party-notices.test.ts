import { formatThirdPartyNotices, type PackageFolder } from "@understudy/shared/third-party-notices.ts";
import { assert, suite } from "../../harness.ts";

const createFolder = (files: Record<string, string>): PackageFolder => ({
  files: Object.keys(files),
  read: (file) => files[file] ?? "",
});
const PACKAGE_FOLDERS: Readonly<Record<string, PackageFolder>> = {
  "/app/node_modules/b": createFolder({
    "package.json": '{"name":"b","version":"2.0.0","license":"MIT"}',
    "LICENSE.md": "b's licence\n",
    "index.js": "code",
  }),
  "/app/node_modules/@a/a": createFolder({
    "package.json": '{"name":"@a/a","version":"1.0.0","licenses":[{"type":"ISC"},{"type":"MIT"}]}',
  }),
  "/app/node_modules/b/node_modules/c": createFolder({
    "package.json": '{"name":"c","version":"3.0.0"}',
    NOTICE: "c's notice",
  }),
};
const openFolder = (path: string): PackageFolder => {
  const folder = PACKAGE_FOLDERS[path];
  if (folder === undefined) throw new Error(`${path} was opened`);
  return folder;
};

const notices = suite("third-party notices");

notices("name every bundled package once, with its version, licence and texts", () => {
  const ids = [
    "/app/node_modules/b/index.js",
    "\0/app/node_modules/b/lib/more.js?commonjs",
    "/app/node_modules/b/node_modules/c/index.js",
    "/app/node_modules/@a/a/dist/index.js",
    "/app/client/main.tsx",
    "\0rolldown/runtime.js",
  ];
  const [, ...parts] = formatThirdPartyNotices(ids, openFolder).split(/\n\n-{80}\n\n/);
  assert.equal(parts, [
    "@a/a 1.0.0 (ISC or MIT)",
    "b 2.0.0 (MIT)\n\nb's licence",
    "c 3.0.0 (licence not stated)\n\nc's notice",
  ]);
});

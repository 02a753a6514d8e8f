/** The environment that child processes get from those who start them, on each platform. */
import { neededEnvironment, ownEnvironment } from "@understudy/engine/processes/environment.ts";
import { cleanEnvironment } from "@understudy/engine/worker/simulations/environment.ts";
import { assert, suite } from "../../../harness.ts";

const SECRET_VARIABLES = {
  UNDERSTUDY_KEY: "us_1_0_key",
  SECRET: "of the web process",
  MONGODB_URL: "mongodb://name:password@host",
  ADMIN_PASSWORD: "password",
  UNDERSTUDY_TOKEN: "ut_1_token",
  AWS_SECRET_ACCESS_KEY: "key",
  NODE_OPTIONS: "--inspect",
  HTTPS_PROXY: "http://name:password@proxy",
};
const WINDOWS_VARIABLES = {
  SystemRoot: "C:\\Windows",
  windir: "C:\\Windows",
  SystemDrive: "C:",
  ComSpec: "C:\\Windows\\system32\\cmd.exe",
  Path: "C:\\Windows\\system32;C:\\tools",
  PATHEXT: ".COM;.EXE;.BAT",
  TEMP: "C:\\Users\\she\\Temp",
  TMP: "C:\\Users\\she\\Temp",
  NUMBER_OF_PROCESSORS: "8",
};
const HOME_VARIABLES = {
  HOME: "/home/she",
  USERPROFILE: "C:\\Users\\she",
  APPDATA: "C:\\Users\\she\\AppData",
};
const { Path, ...REST } = WINDOWS_VARIABLES;

const needed = suite("what a child process gets of the environment");
needed("is on Windows what no program starts without, PATH and a place for temporary files", () => {
  const environment = neededEnvironment(
    { ...SECRET_VARIABLES, ...HOME_VARIABLES, ...WINDOWS_VARIABLES },
    "win32",
  );
  assert.equal(environment, { ...REST, PATH: Path });
});
needed("is found on Windows however it is written", () => {
  const shouted = Object.entries(WINDOWS_VARIABLES).map(([name, value]) => [name.toUpperCase(), value]);
  const environment = neededEnvironment(Object.fromEntries(shouted), "win32");
  assert.equal(environment, { ...REST, PATH: Path });
});
for (const platform of ["darwin", "linux", "freebsd"] as const) {
  needed(`is on ${platform} PATH and a place for temporary files`, () => {
    const from = {
      ...SECRET_VARIABLES,
      ...HOME_VARIABLES,
      PATH: "/bin:/usr/bin",
      path: "/another",
      TMPDIR: "/var/folders/x",
    };
    assert.equal(neededEnvironment(from, platform), { PATH: "/bin:/usr/bin", TMPDIR: "/var/folders/x" });
  });
}
needed("is nothing where nothing is set", () => {
  for (const platform of ["win32", "darwin", "linux"] as const) {
    assert.equal(neededEnvironment(SECRET_VARIABLES, platform), {});
  }
});
needed("is for our own programs that, and where compiled code is kept", () => {
  for (const platform of ["win32", "darwin", "linux"] as const) {
    const from = {
      ...SECRET_VARIABLES,
      ...HOME_VARIABLES,
      ...WINDOWS_VARIABLES,
      PATH: Path,
      NODE_COMPILE_CACHE: "/of another's",
    };
    const { NODE_COMPILE_CACHE: compileCache, ...environment } = ownEnvironment(from, platform);
    assert.equal(environment, neededEnvironment(from, platform));
    assert.is.not(compileCache, "/of another's");
  }
});

const simulation = suite("what a simulation sees of the environment");
const directory = "C:\\work\\7";
const run = { directory, instance: "i", attempt: "3.1" };
const COMMON_VARIABLES = {
  HOME: directory,
  TMPDIR: directory,
  LANG: "C.UTF-8",
  OMP_NUM_THREADS: "1",
  UNDERSTUDY_SIMULATION: "i.3.1",
};
simulation("has its own directory for all that is temporary, and what was to be passed", () => {
  const from = { ...SECRET_VARIABLES, ...HOME_VARIABLES, ...WINDOWS_VARIABLES, License_File: "5280@host" };
  assert.equal(cleanEnvironment({ ...run, passed: ["LICENSE_FILE"] }, from, "win32"), {
    ...REST,
    ...COMMON_VARIABLES,
    PATH: Path,
    LICENSE_FILE: "5280@host",
    TEMP: directory,
    TMP: directory,
    USERPROFILE: directory,
  });
  const posix = {
    ...SECRET_VARIABLES,
    ...HOME_VARIABLES,
    PATH: "/bin",
    TMPDIR: "/tmp/hers",
    LICENSE_FILE: "5280@host",
  };
  for (const platform of ["darwin", "linux"] as const) {
    assert.equal(cleanEnvironment({ ...run, passed: ["LICENSE_FILE"] }, posix, platform), {
      ...COMMON_VARIABLES,
      PATH: "/bin",
      LICENSE_FILE: "5280@host",
    });
  }
});
simulation("never sees the worker's key or settings, however it is asked to be passed", () => {
  for (const platform of ["win32", "darwin", "linux"] as const) {
    const passed = ["UNDERSTUDY_KEY", "understudy_key", "Understudy_Token"];
    const from = { ...SECRET_VARIABLES, understudy_key: "us_1_0_key", Understudy_Token: "ut_1_token" };
    assert.equal(Object.keys(cleanEnvironment({ ...run, passed }, from, platform)).sort(), [
      ...["HOME", "LANG", "OMP_NUM_THREADS", "PATH"],
      ...(platform === "win32" ? ["TEMP", "TMP"] : []),
      "TMPDIR",
      "UNDERSTUDY_SIMULATION",
      ...(platform === "win32" ? ["USERPROFILE"] : []),
    ]);
  }
});

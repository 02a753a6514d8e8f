/** The specs that a demo server runs, and the sentence for each that it does not. */
import { problemOfConfinement } from "@understudy/engine/specs/confined/confined-ngspice.ts";
import { problemOfNetlist } from "@understudy/engine/specs/confined/netlist.ts";
import { assert, suite } from "../../../../harness.ts";
import { fixtureManifest, specFixtureFolder, textsIn } from "../../../../support/specs/spec-fixtures.ts";

const spec = suite("a spec on a demo server");
const { run } = fixtureManifest("ldo");
const files = textsIn(specFixtureFolder("ldo"));
const findProblem = (changes: Partial<typeof run>) =>
  problemOfConfinement({ run: { ...run, ...changes } }, files);

spec("runs when it is ngspice on its own files, whoever wrote it", () => {
  for (const name of ["ldo", "opamp"] as const) {
    assert.is(problemOfConfinement(fixtureManifest(name), textsIn(specFixtureFolder(name))), null);
  }
});
spec("does not when its command is another, on any system that such servers run on", () => {
  assert.is(problemOfConfinement(fixtureManifest("bracket"), files), "This one runs FreeFem++.");
  assert.is(findProblem({ command: ["./ngspice", "-b", "regulator.cir"] }), "This one runs ./ngspice.");
  assert.is(findProblem({ platforms: { linux: { command: ["sh", "x"] } } }), "This one runs sh.");
  assert.is(findProblem({ platforms: { windows: { command: ["ngspice_con.exe"] } } }), null);
  const other = /another way than ngspice -b FILE/;
  for (const args of [
    ["regulator.cir"],
    ["-b", "../x.cir"],
    ["-b", "/x.cir"],
    ["-b", "{{a}}"],
    ["-b", "--x"],
    ["-b", "regulator.cir", "-o", "log"],
  ]) {
    assert.match(findProblem({ command: ["ngspice", ...args] }) ?? "", other);
  }
  assert.is(findProblem({ command: ["ngspice", "-b", "other.cir"] }), "other.cir is not a file of the spec.");
});
spec("does not with files that change the simulator, or that cannot be read", () => {
  const withFile = (path: string, content: string | null) =>
    problemOfConfinement({ run }, new Map<string, string | null>(files).set(path, content));
  assert.match(withFile(".spiceinit", "") ?? "", /would change what ngspice does/);
  assert.is(withFile("big.lib", null), "big.lib is too large.");
  assert.is(
    withFile("lib/a.lib", "* a\n.control\nSHELL ls\n.endc\n"),
    "lib/a.lib, line 3: the command SHELL is not run here.",
  );
});

const netlist = suite("a netlist that stays within its folder");
const control = (...lines: string[]) => problemOfNetlist(["title", ".control", ...lines, ".endc"].join("\n"));
netlist("runs analyses, and writes beside itself", () => {
  const lines = [
    "let x = 180/pi*cph(v(out)) / 2",
    "wrdata out/bode.txt a b",
    'echo "a = $&a" >> scalars.txt',
    "foreach i 1 2 3",
    "  write raw_$i.raw",
    "end",
    "* shell ls",
    "meas ac dc_gain find gain at=10; print v(a)",
    "quit 0",
  ];
  assert.is(control(...lines), null);
  assert.is(
    problemOfNetlist(".lib models/corners.lib tt\n.include 'a.inc'\n.param x={a/b} y='1 /2'\n"),
    null,
  );
});
netlist("does not run programs, by whatever words", () => {
  for (const line of [
    "shell ls",
    "op; shell ls",
    "  system ls",
    "source x.cir",
    "edit x.cir",
    "set unixcom",
    "ls",
    "$x ls",
    "echo `ls`",
    "alias a shell",
    "hardcopy a.ps",
    "gnuplot a v(a)",
    "codemodel x.cm",
    "osdi x.osdi",
    "cd ..",
  ]) {
    assert.is(control("op", line)?.line, 4, line);
  }
  assert.is(problemOfNetlist("title\n*# shell ls\n")?.line, 2);
  assert.match(problemOfNetlist('t\n.model m d_process (process_file="x")')?.message ?? "", /d_process/);
});
netlist("neither reads nor writes elsewhere", () => {
  for (const line of [
    "wrdata /tmp/x a",
    "write ../x.raw",
    "write ~/x.raw",
    "write C:\\x.raw",
    "echo a > /tmp/x",
    "echo a >>/tmp/x",
    "set f = /etc/passwd",
    "load a/../../x.raw",
  ]) {
    assert.match(control(line)?.message ?? "", /outside the folder/, line);
  }
  for (const line of [
    ".include /etc/passwd",
    '.inc "../x"',
    ".lib '~/x.lib' tt",
    'a1 %v([1]) filesrc\n.model filesrc filesource (file="/etc/passwd")',
  ]) {
    assert.match(problemOfNetlist(`t\n${line}`)?.message ?? "", /outside the folder/, line);
  }
});

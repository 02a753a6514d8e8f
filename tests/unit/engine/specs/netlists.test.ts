import { parseNgspice } from "@understudy/engine/specs/netlists/ngspice.ts";
import { spectreNumber, spiceNumber } from "@understudy/engine/specs/netlists/numbers.ts";
import { assert, suite } from "../../../harness.ts";
import { bounds, ngspice, values } from "../../../support/specs/netlists.ts";

const number = suite("a number in a netlist");

number("has SPICE's scale factors, in either case, and units that mean nothing", () => {
  for (const [text, value] of [
    ["1k", 1e3],
    ["2MEG", 2e6],
    ["2megohm", 2e6],
    ["3m", 3e-3],
    ["3M", 3e-3],
    ["10u", 1e-5],
    ["10uF", 1e-5],
    ["10F", 1e-14],
    ["5mil", 5e-3],
    ["1.5e3", 1500],
    ["1.5e3k", 1.5e6],
    [".5n", 5e-10],
    ["-4.7p", -4.7e-12],
    ["1a", 1e-18],
    ["2T", 2e12],
    ["3g", 3e9],
    ["12V", 12],
  ] as const) {
    const parsed = Number(spiceNumber(text));
    assert.ok(Math.abs(parsed - value) <= 1e-15 * Math.abs(value), `${text} = ${parsed}`);
  }
  for (const text of ["", "k", "1k5", "a1", "1 k", "1..2", "1e400"]) {
    assert.is(spiceNumber(text), null, text);
  }
});

number("has Spectre's, where M is a million and m a thousandth", () => {
  for (const [text, value] of [
    ["3M", 3e6],
    ["3m", 3e-3],
    ["3K", 3e3],
    ["45n", 45e-9],
    ["1pF", 1e-12],
    ["50%", 0.5],
    ["1P", 1e15],
    ["2.5e-7", 2.5e-7],
  ] as const) {
    const parsed = Number(spectreNumber(text));
    assert.ok(Math.abs(parsed - value) <= 1e-15 * Math.abs(value), `${text} = ${parsed}`);
  }
  for (const text of ["3meters?", "x", "3q", ""]) assert.is(spectreNumber(text), null, text);
});

const it = suite("a netlist of ngspice");

it("sets parameters, several a line, over lines, in braces or quotes", () => {
  const netlist = ngspice(`.PARAM W = 1u l=0.5u,Rout='2k' c1={3p}  x = ( 4 )
* a comment between
+ q=1meg ; q=2
+ t=5 $ t=6
.param s=7 // s=8
.param long = \\\\
 9n
R1 a b 1k`);
  assert.equal(values(netlist), {
    W: 1e-6,
    l: 5e-7,
    Rout: 2000,
    c1: 3e-12,
    x: 4,
    q: 1e6,
    t: 5,
    s: 7,
    long: 9e-9,
  });
  assert.equal(netlist.problems, []);
});

it("does not take what follows from others for a parameter of its own, and says from which", () => {
  const netlist = ngspice(".param a=1 B=2 c='a*b' d={c + 1} e=a+ b f={sqrt(a)*1k} g=\"text\" h=b==1 i={2*3}");
  assert.equal(values(netlist), {
    a: 1,
    B: 2,
    c: ["a", "B"],
    d: ["c"],
    e: ["a", "B"],
    f: ["a"],
    g: [],
    h: ["B"],
    i: [],
  });
  assert.is(bounds(netlist).c, "expression");
});

it("keeps the last of several definitions, whatever the case", () => {
  const netlist = ngspice(".param a=1\n.param b=2\n.param A=3");
  assert.equal(values(netlist), { A: 3, b: 2 });
});

it("leaves subcircuits, functions and what comes after .end alone", () => {
  const netlist = ngspice(`.func f(x)={x*2}
.param g(x)='x+1' a=1
.subckt inner p n params: w=2u
.param b=1
.subckt nested p
.param c=1
.ends
.param d=1
.ends inner
.control
.param e=1
meas tran late when v(out)=1
let f=2
.endc
.meas tran Rise trig v(a) val=1 rise=1 targ v(a) val=2 rise=1
.measure ac gain max vdb(out)
.tran 1n 10u
.end
.param f=1`);
  assert.equal(values(netlist), { a: 1 });
  assert.equal(
    netlist.measures.map(({ name, analysis, line }) => [name, analysis, line]),
    [
      ["late", "tran", 13],
      ["rise", "tran", 16],
      ["gain", "ac", 17],
    ],
  );
  assert.equal(
    netlist.analyses.map(({ type, arguments: parameters }) => [type, ...parameters]),
    [["tran", "1n", "10u"]],
  );
});

it("reads included files and the chosen sections of libraries along", () => {
  const netlist = ngspice(
    `.include models/first.inc
.lib "models/corners.lib" TT
.inc '/pdk/of/the/server.lib'
.param own=1`,
    {
      "models/first.inc": ".param one=1\n.include second.inc\n",
      "models/second.inc": ".param two=2u\n.include ../third.inc",
      "third.inc": ".param three=3",
      "models/corners.lib": ".lib ss\n.param vt=2\n.endl ss\n.lib tt\n.param vt=1\n.endl\n.param outside=1\n",
    },
  );
  assert.equal(values(netlist), { one: 1, two: 2e-6, three: 3, vt: 1, own: 1 });
  assert.equal(bounds(netlist), { one: null, two: null, three: null, vt: "library", own: null });
  assert.equal(netlist.external, ["/pdk/of/the/server.lib"]);
  assert.equal(netlist.included, [
    "models/first.inc",
    "models/second.inc",
    "third.inc",
    "models/corners.lib",
  ]);
});

it("names included files that are missing or go in a circle", () => {
  const { problems } = ngspice(".include gone.inc\n.include a.inc", {
    "a.inc": "* a\n.include b.inc",
    "b.inc": ".include a.inc",
  });
  assert.equal(problems, [
    { file: "main.cir", line: 2, message: "the included file gone.inc is not among the files" },
    { file: "b.inc", line: 1, message: "a.inc includes itself" },
  ]);
});

it("names parameters that are set under a condition", () => {
  const netlist = ngspice(
    ".param fast=1\n.if (fast==1)\n.param vdd=1\n.else\n.param vdd=2\n.endif\n.param c=1",
  );
  assert.equal(bounds(netlist), { fast: null, vdd: "conditional", c: null });
});

it("says where in the file each value stands", () => {
  for (const text of [".param a = 1u b={2n}\n+ c='3k'\n", ".param a=1u\r\n+\tb = {2n}   c='3k' ; c=1\r\n"]) {
    const main = `title\n${text}`;
    const netlist = parseNgspice("m", new Map([["m", main]]));
    assert.equal(
      netlist.parameters.map(({ start, end }) => main.slice(start, end)),
      ["1u", "{2n}", "'3k'"],
    );
  }
});

it("says where commands can be added", () => {
  const place = (text: string): [string, string] => {
    const main = `title\n${text}`;
    const { control } = parseNgspice("m", new Map([["m", main]]));
    const at = control.within ?? control.before;
    return [control.within === null ? "block" : "commands", main.slice(at)];
  };
  assert.equal(place("R1 a 0 1\n.end\nrest"), ["block", ".end\nrest"]);
  assert.equal(place("R1 a 0 1"), ["block", ""]);
  assert.equal(place(".control\nrun\nquit\n.endc\n.end"), ["commands", "quit\n.endc\n.end"]);
  assert.equal(place(".control\nrun\n.endc\n.end"), ["commands", ".endc\n.end"]);
});

it("reports what is no assignment and goes on", () => {
  const netlist = ngspice(".param 2=b a=1\n.param c=3");
  assert.equal(values(netlist), { c: 3 });
  assert.match(netlist.problems[0]?.message ?? "", /expected name=value in \.param at "2=b a=1"/);
});

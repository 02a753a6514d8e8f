/** Units in the names of columns: what is one, and what may be something else. */
import { matchHeaderNames, splitHeaderUnit } from "@understudy/shared/csv/header-units.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the name of a column");

it("holds a unit in brackets, and behind a comma and a blank", () => {
  for (const [cell, name, unit] of [
    ["R (Ohm)", "R", "Ohm"],
    ["Vdd [V]", "Vdd", "V"],
    ["I (mA)", "I", "mA"],
    [" drain current [µA/µm] ", "drain current", "µA/µm"],
    ["noise (nV/sqrt(Hz))", "noise", "nV/sqrt(Hz)"],
    ["T (°C)", "T", "°C"],
    ["efficiency (%)", "efficiency", "%"],
    ["L (in)", "L", "in"],
    ["t (s)", "t", "s"],
    ["freq(kHz)", "freq", "kHz"],
    ["Vdd(V)", "Vdd", "V"],
    ["I(mA)", "I", "mA"],
    ["R, kOhm", "R", "kOhm"],
    ["phase, deg", "phase", "deg"],
    ["V(out) (mV)", "V(out)", "mV"],
  ] as const)
    assert.equal(splitHeaderUnit(cell), { name, unit }, cell);
});

it("is the quotient of a quantity and its unit, and no other quotient", () => {
  for (const [cell, name, unit] of [
    ["R/Ohm", "R", "Ohm"],
    ["C / pF", "C", "pF"],
    ["T/°C", "T", "°C"],
    ["U/V", "U", "V"],
    ["U_in / mV", "U_in", "mV"],
    ["Vgs/V", "Vgs", "V"],
    ["I_D/µA", "I_D", "µA"],
    ["t/s", "t", "s"],
    ["f/kHz", "f", "kHz"],
    ["drain current/A", "drain current", "A"],
    ["gain/dB", "gain", "dB"],
    ["v/(m/s)", "v", "m/s"],
    ["R in Ohm", "R", "Ohm"],
    ["drain current in mA", "drain current", "mA"],
    ["T in °C", "T", "°C"],
  ] as const)
    assert.equal(splitHeaderUnit(cell), { name, unit }, cell);
  for (const cell of [
    "W/L",
    "I/V",
    "S/N",
    "W/H",
    "P/F",
    "km/h",
    "mV/us",
    "V/us",
    "dV/dT",
    "dI/dt",
    "gm/Id",
    "Id/W",
    "1/s",
    "a/b/s",
    "I/O",
    "on/off",
    "x/",
    "L in in",
    "built in A",
  ])
    assert.is(splitHeaderUnit(cell), null, cell);
});

it("holds none where its end may be something else", () => {
  for (const cell of [
    "R",
    "freq_Hz",
    "V(out)",
    "V(in)",
    "V (in)",
    "V(A)",
    "V(min)",
    "db(mV)",
    "I (max)",
    "gain (2)",
    "w[0]",
    "[TRPN]",
    "(V)",
    "5 (V)",
    "item(s)",
    "Tref,v",
    "gamma,s,v",
    "k,ft,a",
    "delay, min",
    "x, y",
    "a, b, mV",
    "INaCa,SS",
    "f(x",
    "x)",
    `${"x".repeat(300)} (V)`,
  ])
    assert.is(splitHeaderUnit(cell), null, cell);
});

it("is matched with that of a job, whichever of them has its unit in the name", () => {
  const match = (written: string, expected: string, unit = "") =>
    matchHeaderNames({ cells: [written], units: unit === "" ? null : [unit] }, [written], [expected]);
  assert.equal(match("R (Ohm)", "R (Ohm)"), { cells: ["R (Ohm)"], units: null });
  assert.equal(match("R (Ohm)", "R"), { cells: ["R"], units: ["Ohm"] });
  assert.equal(match("R", "R (Ohm)"), { cells: ["R (Ohm)"], units: null });
  assert.equal(match("R [ohm]", "R (Ohm)"), { cells: ["R (Ohm)"], units: null });
  assert.equal(match("R", "R (Ohm)", "kOhm"), { cells: ["R"], units: ["kOhm"] });
  assert.equal(match("R (kOhm)", "R (Ohm)"), { cells: ["R (kOhm)"], units: null });
  assert.equal(match("C", "R"), { cells: ["C"], units: null });
});

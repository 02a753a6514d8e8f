/** Netlists of Spectre. */
import { assert, suite } from "../../../../harness.ts";
import { bounds, spectre, values } from "../../../../support/specs/netlists.ts";

const scs = suite("a netlist of Spectre");

scs("sets parameters, over lines, with expressions, in the case that they are written in", () => {
  const netlist = spectre(`// title
simulator lang=spectre
global 0 vdd
parameters w=10u W=2 l = 45n ratio=w/l \\
   m=2 // n=3
+ big=3M y=(w + l) z=w * 2 last=1
parameters x=1e-9
* parameters c=1
M1 (d g 0 0) nch w=w l=l`);
  assert.equal(values(netlist), {
    ...{
      w: 1e-5,
      W: 2,
      l: 4.5e-8,
      ratio: ["w", "l"],
      m: 2,
      big: 3e6,
      y: ["w", "l"],
      z: ["w"],
      last: 1,
      x: 1e-9,
    },
  });
  assert.equal(netlist.problems, []);
});

scs("leaves subcircuits alone and names what stands under a condition", () => {
  const netlist = spectre(`parameters vdd=1
subckt inv (a b)
parameters wn=1u
M1 (a b 0 0) nch w=wn
ends inv
inline subckt device (a b)
parameters q=1
ends device
if (vdd == 1) {
  parameters deep=1
} else {
  parameters other=2
}
parameters after=3`);
  assert.equal(bounds(netlist), { vdd: null, deep: "conditional", other: "conditional", after: null });
});

scs("includes files and sections, and changes its language", () => {
  const netlist = spectre(
    `include "models.scs" section=ff
include "plain.inc"
include "$PDK/server.scs"
ahdl_include "model.va"
simulator lang=spice
.param Sp=2meg
+ more='Sp*2'
simulator lang=spectre
parameters last=1
sweep dc dev=V1 param=dc start=0 stop=1 step=0.1`,
    {
      "models.scs":
        'library l\nsection tt\nparameters vt=1\nendsection tt\nsection ff\nparameters vt=2\ninclude "deep.scs"\nendsection ff\nendlibrary\n',
      "deep.scs": "parameters deep=3m\n",
      "plain.inc": "* in SPICE\n.param p=1u\nsimulator lang=spectre\nparameters s=2u\n",
      "model.va": "parameters no=1",
    },
  );
  assert.equal(values(netlist), { vt: 2, deep: 0.003, p: 1e-6, s: 2e-6, Sp: 2e6, more: ["Sp"], last: 1 });
  assert.equal(bounds(netlist).deep, "library");
  assert.equal(netlist.external, ["$PDK/server.scs"]);
  assert.equal(netlist.problems, []);
  assert.equal(
    netlist.analyses.map(({ type }) => type),
    ["dc"],
  );
});

scs("says where in the file each value stands", () => {
  const text = "parameters a=1u \\\n  b = (2 +\\\n 3) c=4";
  const { parameters } = spectre(text);
  assert.equal(
    parameters.map(({ start, end }) => text.slice(start, end)),
    ["1u", "(2 +\\\n 3)", "4"],
  );
});

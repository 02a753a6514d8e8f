/** The control commands of ngspice that read and write nothing outside the simulation's folder and start no program. */

const ANALYSES = "ac dc disto fft fourier linearize meas noise op optran psd pss pz run sens sp step tf tran";
const CIRCUIT =
  "alter altermod alterparam mc_source option options remcirc reset resume save setcirc stop status trace trnoise delete iplot";
const VECTORS =
  "compose cutout cross deftype define destroy diff let reshape setplot setscale settype spec transpose undefine unlet unalias";
const OUTPUT =
  "asciiplot display echo eprint eprvcd inventory listing mdump mrdump plot print rusage setcs show showmod strcmp strstr strslice version wrdata wrnodev write wrs2p";
const FLOW =
  "begin break continue dowhile else end endif foreach goto if label repeat set unset shift quit exit while";
const READ = "load snload snsave";

export const CONFINED_COMMANDS: ReadonlySet<string> = new Set(
  [ANALYSES, CIRCUIT, VECTORS, OUTPUT, FLOW, READ].flatMap((words) => words.split(" ")),
);

/** Their words are names of files, among others. */
export const FILE_COMMANDS: ReadonlySet<string> = new Set(
  "eprvcd foreach load set snload snsave wrdata wrnodev write wrs2p".split(" "),
);

/** `set unixcom` runs words that are no commands as programs; the others name places to read from. */
export const REFUSED_SETTINGS: ReadonlySet<string> = new Set(
  "unixcom sourcepath inputdir program editor lprplot5 lprps hcopydev".split(" "),
);

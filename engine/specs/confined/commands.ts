/** The control commands of ngspice that read and write nothing outside the simulation's folder and start no program. */

const ANALYSIS_COMMANDS =
  "ac dc disto fft fourier linearize meas noise op optran psd pss pz run sens sp step tf tran";
const CIRCUIT_COMMANDS =
  "alter altermod alterparam mc_source option options remcirc reset resume save setcirc stop status trace trnoise delete iplot";
const VECTOR_COMMANDS =
  "compose cutout cross deftype define destroy diff let reshape setplot setscale settype spec transpose undefine unlet unalias";
const OUTPUT_COMMANDS =
  "asciiplot display echo eprint eprvcd inventory listing mdump mrdump plot print rusage setcs show showmod strcmp strstr strslice version wrdata wrnodev write wrs2p";
const FLOW_COMMANDS =
  "begin break continue dowhile else end endif foreach goto if label repeat set unset shift quit exit while";
const READ_COMMANDS = "load snload snsave";

export const CONFINED_COMMANDS: ReadonlySet<string> = new Set(
  [
    ANALYSIS_COMMANDS,
    CIRCUIT_COMMANDS,
    VECTOR_COMMANDS,
    OUTPUT_COMMANDS,
    FLOW_COMMANDS,
    READ_COMMANDS,
  ].flatMap((words) => words.split(" ")),
);

/** Their words are names of files, among others. */
export const FILE_COMMANDS: ReadonlySet<string> = new Set(
  "eprvcd foreach load set snload snsave wrdata wrnodev write wrs2p".split(" "),
);

/** `set unixcom` runs words that are no commands as programs; the others name places to read from. */
export const REFUSED_SETTINGS: ReadonlySet<string> = new Set(
  "unixcom sourcepath inputdir program editor lprplot5 lprps hcopydev".split(" "),
);

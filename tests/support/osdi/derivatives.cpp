// Prints, for every line of the terminals' voltages, lines of the sources' values and derivatives with respect to all terminals, in
// the order of the terminals that they contribute to.
#include <cstdio>

#include "structures.hpp"
#include "module.inc"

static void print(const Number &source) {
  double derivatives[TERMINALS] = {};
  for (int probe = 0; probe < PROBES; probe++)
    derivatives[PROBE_BRANCHES[probe].positive] = source.derivatives[probe];
  printf("%.17g", source.value);
  for (double derivative : derivatives) printf(" %.17g", derivative);
  printf("\n");
}

int main() {
  const Parameter parameters[PARAMETERS + 1] = {};
  for (;;) {
    double voltages[TERMINALS];
    for (double &voltage : voltages)
      if (scanf("%lf", &voltage) != 1) return 0;
    Number probes[PROBES + 1], sources[SOURCES];
    for (int probe = 0; probe < PROBES; probe++) {
      probes[probe] = voltages[PROBE_BRANCHES[probe].positive];
      probes[probe].derivatives[probe] = 1.0;
    }
    for (Number &source : sources) source = 0.0;
    evaluate(parameters, probes, sources);
    // adms lists the sources in an order of its own.
    for (int terminal = 0; terminal < TERMINALS; terminal++)
      for (int source = 0; source < SOURCES; source++)
        if (SOURCE_BRANCHES[source].branch.positive == terminal) print(sources[source]);
  }
}

// A Verilog-A module as a shared object that simulators load through OSDI 0.3, for analyses without charges. A contribution to a
// current adds it to the two nodes' equations. One to a voltage adds an unknown, the current through the branch, and the equation
// that the branch has this voltage.
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "osdi.h"
}

#include "structures.hpp"
#include "module.inc"

namespace {

bool isVoltage(int source) { return SOURCE_BRANCHES[source].access[0] == 'V'; }
bool isInteger(int parameter) { return PARAMETER_TYPES[parameter].type[0] == 'i'; }

// An entry of the Jacobian: `sign` times the derivative of a source with respect to a probe, or `sign` alone where probe is -1.
struct Entry { int row, column, source, probe; double sign; };

struct Layout {
  std::vector<Entry> entries;
  // By source: the node of its own unknown; -1 where it contributes to a current.
  std::vector<int> flows;
  int nodes = TERMINALS;

  Layout() {
    for (int source = 0; source < SOURCES; source++) {
      const auto [positive, negative] = SOURCE_BRANCHES[source].branch;
      const int flow = isVoltage(source) ? nodes++ : -1;
      flows.push_back(flow);
      if (flow >= 0) {
        for (const auto &[node, sign] : {std::pair(positive, 1.0), std::pair(negative, -1.0)}) {
          add({node, flow, source, -1, sign});
          add({flow, node, source, -1, sign});
        }
        derivatives(flow, source, -1.0);
      } else {
        derivatives(positive, source, 1.0);
        derivatives(negative, source, -1.0);
      }
    }
  }

 private:
  void add(const Entry &entry) {
    if (entry.row != NODE_GND && entry.column != NODE_GND) entries.push_back(entry);
  }
  void derivatives(int row, int source, double sign) {
    for (int probe = 0; probe < PROBES; probe++) {
      add({row, PROBE_BRANCHES[probe].positive, source, probe, sign});
      add({row, PROBE_BRANCHES[probe].negative, source, probe, -sign});
    }
  }
};
const Layout LAYOUT;

struct Model { Parameter parameters[PARAMETERS]; };

// What the simulator reads at an offset comes first; the arrays of LAYOUT's sizes follow the structure: `nodes` and `pointers`.
struct Instance {
  double derivatives[SOURCES][PROBES + 1];
  // What the equation of a source has on its right side: its value less its linear part.
  double constants[SOURCES];
};
const size_t POINTERS = sizeof(Instance);
const size_t NODES = POINTERS + LAYOUT.entries.size() * sizeof(double *);
const size_t END = NODES + (LAYOUT.nodes + 1) * sizeof(uint32_t);

uint32_t *nodesOf(void *instance) { return reinterpret_cast<uint32_t *>(static_cast<char *>(instance) + NODES); }
double **pointersOf(void *instance) { return reinterpret_cast<double **>(static_cast<char *>(instance) + POINTERS); }
double at(const double *values, const uint32_t *nodes, int node) { return node == NODE_GND ? 0.0 : values[nodes[node]]; }

void *access(void *, void *model, uint32_t id, uint32_t flags) {
  if (model == nullptr || id >= PARAMETERS) return nullptr;
  Parameter &parameter = static_cast<Model *>(model)->parameters[id];
  if (flags & ACCESS_FLAG_SET) parameter.isGiven = true;
  return &parameter.real;
}

void setupModel(void *, void *model, OsdiSimParas *, OsdiInitInfo *result) {
  for (int id = 0; id < PARAMETERS; id++) {
    Parameter &parameter = static_cast<Model *>(model)->parameters[id];
    if (parameter.isGiven) continue;
    if (isInteger(id)) parameter.integer = static_cast<int32_t>(PARAMETER_TYPES[id].initial);
    else parameter.real = PARAMETER_TYPES[id].initial;
  }
  *result = {};
}

void setupInstance(void *, void *, void *, double, uint32_t, OsdiSimParas *, OsdiInitInfo *result) { *result = {}; }

uint32_t evaluateInstance(void *, void *given, const void *model, const OsdiSimInfo *info) {
  Instance &instance = *static_cast<Instance *>(given);
  const uint32_t *nodes = nodesOf(given);
  Number probes[PROBES + 1], sources[SOURCES];
  for (int probe = 0; probe < PROBES; probe++) {
    const auto [positive, negative] = PROBE_BRANCHES[probe];
    probes[probe] = at(info->prev_solve, nodes, positive) - at(info->prev_solve, nodes, negative);
    probes[probe].derivatives[probe] = 1.0;
  }
  for (Number &source : sources) source = 0.0;
  evaluate(static_cast<const Model *>(model)->parameters, probes, sources);
  for (int source = 0; source < SOURCES; source++) {
    double constant = sources[source].value;
    for (int probe = 0; probe < PROBES; probe++) {
      const double derivative = sources[source].derivatives[probe];
      instance.derivatives[source][probe] = derivative;
      constant -= derivative * probes[probe].value;
    }
    instance.constants[source] = constant;
  }
  return 0;
}

void loadJacobian(void *given, void *) {
  const Instance &instance = *static_cast<Instance *>(given);
  double **pointer = pointersOf(given);
  for (const auto &[row, column, source, probe, sign] : LAYOUT.entries)
    **pointer++ += sign * (probe < 0 ? 1.0 : instance.derivatives[source][probe]);
}

void loadRightSide(void *given, void *, double *right, double *) {
  const Instance &instance = *static_cast<Instance *>(given);
  const uint32_t *nodes = nodesOf(given);
  const auto add = [&](int node, double value) { if (node != NODE_GND) right[nodes[node]] += value; };
  for (int source = 0; source < SOURCES; source++) {
    const auto [positive, negative] = SOURCE_BRANCHES[source].branch;
    if (isVoltage(source)) add(LAYOUT.flows[source], instance.constants[source]);
    else {
      add(positive, -instance.constants[source]);
      add(negative, instance.constants[source]);
    }
  }
}

// Without charges an analysis over time has the same equations, and one over frequency nothing to add.
void loadRightSideOverTime(void *instance, void *model, double *right, double *previous, double) {
  loadRightSide(instance, model, right, previous);
}
void loadJacobianOverTime(void *instance, void *model, double) { loadJacobian(instance, model); }
void loadNothing(void *, void *, double) {}

std::vector<OsdiNode> osdiNodes;
std::vector<OsdiJacobianEntry> osdiEntries;
std::vector<OsdiParamOpvar> osdiParameters;
char *parameterNames[PARAMETERS + 1];

OsdiNode nodeOf(const std::string &name, bool isFlow) {
  const uint32_t none = UINT32_MAX;
  return {strdup(name.c_str()), strdup(isFlow ? "A" : "V"), strdup(isFlow ? "V" : "A"), none, none, none, none, isFlow};
}

OsdiDescriptor describe() {
  for (const char *name : TERMINAL_NAMES) osdiNodes.push_back(nodeOf(name, false));
  for (int node = TERMINALS; node < LAYOUT.nodes; node++) osdiNodes.push_back(nodeOf("flow" + std::to_string(node), true));
  for (const auto &[row, column, source, probe, sign] : LAYOUT.entries)
    osdiEntries.push_back({{static_cast<uint32_t>(row), static_cast<uint32_t>(column)}, UINT32_MAX, JACOBIAN_ENTRY_RESIST});
  for (int id = 0; id < PARAMETERS; id++) {
    parameterNames[id] = strdup(PARAMETER_TYPES[id].name);
    const uint32_t type = isInteger(id) ? PARA_TY_INT : PARA_TY_REAL;
    osdiParameters.push_back({&parameterNames[id], 0, strdup(""), strdup(""), type | PARA_KIND_MODEL, 0});
  }
  OsdiDescriptor descriptor = {};
  descriptor.name = strdup(MODULE);
  descriptor.num_nodes = osdiNodes.size();
  descriptor.num_terminals = TERMINALS;
  descriptor.nodes = osdiNodes.data();
  descriptor.num_jacobian_entries = osdiEntries.size();
  descriptor.jacobian_entries = osdiEntries.data();
  descriptor.num_params = PARAMETERS;
  descriptor.param_opvar = osdiParameters.data();
  descriptor.node_mapping_offset = NODES;
  descriptor.jacobian_ptr_resist_offset = POINTERS;
  descriptor.collapsed_offset = descriptor.state_idx_off = END;
  descriptor.bound_step_offset = UINT32_MAX;
  descriptor.instance_size = (END + 15) / 16 * 16;
  descriptor.model_size = sizeof(Model);
  descriptor.access = access;
  descriptor.setup_model = setupModel;
  descriptor.setup_instance = setupInstance;
  descriptor.eval = evaluateInstance;
  descriptor.load_spice_rhs_dc = loadRightSide;
  descriptor.load_spice_rhs_tran = loadRightSideOverTime;
  descriptor.load_jacobian_resist = loadJacobian;
  descriptor.load_jacobian_react = loadNothing;
  descriptor.load_jacobian_tran = loadJacobianOverTime;
  return descriptor;
}

}  // namespace

extern "C" {
extern const uint32_t OSDI_VERSION_MAJOR = OSDI_VERSION_MAJOR_CURR;
extern const uint32_t OSDI_VERSION_MINOR = OSDI_VERSION_MINOR_CURR;
extern const uint32_t OSDI_NUM_DESCRIPTORS = 1;
OsdiDescriptor OSDI_DESCRIPTORS[] = {describe()};
}

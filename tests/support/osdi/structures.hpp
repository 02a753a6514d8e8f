// What a Verilog-A module is made of, as `module.inc` lists it.
#include <cstdint>

struct Branch { int positive, negative; };
struct Source { Branch branch; const char *access; };
struct ParameterType { const char *name, *type; double initial; };
struct Parameter {
  union { double real; int32_t integer; };
  bool isGiven;
};

/** What the standard FMI 2.0 declares for co-simulation, in our own words. */

const TYPES = `typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Byte;
typedef const char *fmi2String;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef struct {
    void (*logger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
    void *(*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void *);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;`;

const REFERENCES = ["const fmi2ValueReference *", "size_t"];

/** Functions that an emulator has a use for, by name: their parameters after the component. */
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  fmi2SetDebugLogging: ["fmi2Boolean", "size_t", "const fmi2String *"],
  fmi2SetupExperiment: ["fmi2Boolean", "fmi2Real", "fmi2Real", "fmi2Boolean", "fmi2Real"],
  fmi2EnterInitializationMode: [],
  fmi2ExitInitializationMode: [],
  fmi2Terminate: [],
  fmi2Reset: [],
  fmi2DoStep: ["fmi2Real", "fmi2Real", "fmi2Boolean"],
  fmi2GetReal: [...REFERENCES, "fmi2Real *"],
  fmi2SetReal: [...REFERENCES, "const fmi2Real *"],
  fmi2GetInteger: [...REFERENCES, "fmi2Integer *"],
  fmi2SetInteger: [...REFERENCES, "const fmi2Integer *"],
};

/** Those that the standard wants of every FMU too, also of one without state, derivatives and texts. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  fmi2GetBoolean: [...REFERENCES, "fmi2Boolean *"],
  fmi2SetBoolean: [...REFERENCES, "const fmi2Boolean *"],
  fmi2GetString: [...REFERENCES, "fmi2String *"],
  fmi2SetString: [...REFERENCES, "const fmi2String *"],
  fmi2CancelStep: [],
  fmi2GetStatus: ["fmi2StatusKind", "fmi2Status *"],
  fmi2GetRealStatus: ["fmi2StatusKind", "fmi2Real *"],
  fmi2GetIntegerStatus: ["fmi2StatusKind", "fmi2Integer *"],
  fmi2GetBooleanStatus: ["fmi2StatusKind", "fmi2Boolean *"],
  fmi2GetStringStatus: ["fmi2StatusKind", "fmi2String *"],
  fmi2GetFMUstate: ["fmi2FMUstate *"],
  fmi2SetFMUstate: ["fmi2FMUstate"],
  fmi2FreeFMUstate: ["fmi2FMUstate *"],
  fmi2SerializedFMUstateSize: ["fmi2FMUstate", "size_t *"],
  fmi2SerializeFMUstate: ["fmi2FMUstate", "fmi2Byte *", "size_t"],
  fmi2DeSerializeFMUstate: ["const fmi2Byte *", "size_t", "fmi2FMUstate *"],
  fmi2GetDirectionalDerivative: [...REFERENCES, ...REFERENCES, "const fmi2Real *", "fmi2Real *"],
  fmi2SetRealInputDerivatives: [...REFERENCES, "const fmi2Integer *", "const fmi2Real *"],
  fmi2GetRealOutputDerivatives: [...REFERENCES, "const fmi2Integer *", "fmi2Real *"],
};

const DECLARATIONS = [
  "const char *FMI2(fmi2GetTypesPlatform)(void)",
  "const char *FMI2(fmi2GetVersion)(void)",
  "fmi2Component FMI2(fmi2Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean)",
  "void FMI2(fmi2FreeInstance)(fmi2Component)",
  ...Object.entries({ ...SUPPORTED, ...UNSUPPORTED }).map(
    ([name, parameters]) => `fmi2Status FMI2(${name})(${["fmi2Component", ...parameters].join(", ")})`,
  ),
];

/** @param prefix of the functions' names where the source is linked statically */
export const interfaceHeader = (prefix: string): string => `/*
 * The functions of the Functional Mock-up Interface 2.0 for co-simulation. In a shared library their names have no prefix: it is
 * compiled with -DFMI2_OVERRIDE_FUNCTION_PREFIX.
 */
#ifndef CO_SIMULATION_H
#define CO_SIMULATION_H

#include <stddef.h>

#ifdef FMI2_OVERRIDE_FUNCTION_PREFIX
#define FMI2(name) name
#else
#define FMI2(name) ${prefix}_##name
#endif
#if defined(_WIN32) || defined(__CYGWIN__)
#define FMI2_EXPORT __declspec(dllexport)
#else
#define FMI2_EXPORT
#endif

${TYPES}

${DECLARATIONS.map((declaration) => `FMI2_EXPORT ${declaration};`).join("\n")}

#endif
`;

/** Definitions in C of the functions that are not supported. */
export const UNSUPPORTED_FUNCTIONS = Object.entries(UNSUPPORTED)
  .map(([name, types]) => {
    const parameters = types.map((type, k) => `${type}${type.endsWith("*") ? "" : " "}p${k}`);
    const ignored = types.map((_, k) => `(void)p${k}`).join(", ");
    return `fmi2Status FMI2(${name})(${["fmi2Component component", ...parameters].join(", ")})
{
${ignored === "" ? "" : `    ${ignored};\n`}    return unsupported(component);
}`;
  })
  .join("\n\n");

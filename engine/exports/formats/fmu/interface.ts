/** The declarations of the standard FMI 2.0 for co-simulation, in our own words. */

const TYPE_DEFINITIONS = `typedef void *fmi2Component;
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

const REFERENCE_PARAMETERS = ["const fmi2ValueReference *", "size_t"];

/** Functions that an emulator has a use for, by name: their parameters after the component. */
const SUPPORTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  fmi2SetDebugLogging: ["fmi2Boolean", "size_t", "const fmi2String *"],
  fmi2SetupExperiment: ["fmi2Boolean", "fmi2Real", "fmi2Real", "fmi2Boolean", "fmi2Real"],
  fmi2EnterInitializationMode: [],
  fmi2ExitInitializationMode: [],
  fmi2Terminate: [],
  fmi2Reset: [],
  fmi2DoStep: ["fmi2Real", "fmi2Real", "fmi2Boolean"],
  fmi2GetReal: [...REFERENCE_PARAMETERS, "fmi2Real *"],
  fmi2SetReal: [...REFERENCE_PARAMETERS, "const fmi2Real *"],
  fmi2GetInteger: [...REFERENCE_PARAMETERS, "fmi2Integer *"],
  fmi2SetInteger: [...REFERENCE_PARAMETERS, "const fmi2Integer *"],
};

/** Those that the standard wants of every FMU too, also of one without state, derivatives and texts. */
const UNSUPPORTED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  fmi2GetBoolean: [...REFERENCE_PARAMETERS, "fmi2Boolean *"],
  fmi2SetBoolean: [...REFERENCE_PARAMETERS, "const fmi2Boolean *"],
  fmi2GetString: [...REFERENCE_PARAMETERS, "fmi2String *"],
  fmi2SetString: [...REFERENCE_PARAMETERS, "const fmi2String *"],
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
  fmi2GetDirectionalDerivative: [
    ...REFERENCE_PARAMETERS,
    ...REFERENCE_PARAMETERS,
    "const fmi2Real *",
    "fmi2Real *",
  ],
  fmi2SetRealInputDerivatives: [...REFERENCE_PARAMETERS, "const fmi2Integer *", "const fmi2Real *"],
  fmi2GetRealOutputDerivatives: [...REFERENCE_PARAMETERS, "const fmi2Integer *", "fmi2Real *"],
};

const FUNCTION_DECLARATIONS = [
  "const char *FMI2(fmi2GetTypesPlatform)(void)",
  "const char *FMI2(fmi2GetVersion)(void)",
  "fmi2Component FMI2(fmi2Instantiate)(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions *, fmi2Boolean, fmi2Boolean)",
  "void FMI2(fmi2FreeInstance)(fmi2Component)",
  ...Object.entries({ ...SUPPORTED_PARAMETERS, ...UNSUPPORTED_PARAMETERS }).map(
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

${TYPE_DEFINITIONS}

${FUNCTION_DECLARATIONS.map((declaration) => `FMI2_EXPORT ${declaration};`).join("\n")}

#endif
`;

/** Definitions in C of the functions that are not supported. */
export const UNSUPPORTED_FUNCTIONS = Object.entries(UNSUPPORTED_PARAMETERS)
  .map(([name, types]) => {
    const parameters = types.map((type, k) => `${type}${type.endsWith("*") ? "" : " "}p${k}`);
    const ignored = types.map((_, k) => `(void)p${k}`).join(", ");
    return `fmi2Status FMI2(${name})(${["fmi2Component component", ...parameters].join(", ")})
{
${ignored === "" ? "" : `    ${ignored};\n`}    return unsupported(component);
}`;
  })
  .join("\n\n");

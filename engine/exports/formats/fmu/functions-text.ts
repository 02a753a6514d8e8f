/**
 * The functions of an FMU that are the same for every emulator, in C. Before them stand GUID, INPUTS, `levels` (of each input, 0 for a
 * number), RESULTS (values of all parts), MEANS (those that need no bounds), SCRATCH, `initial` and `predict`.
 */

export const FUNCTION_DEFINITIONS = `typedef struct {
    const fmi2CallbackFunctions *callbacks;
    double x[INPUTS];
    double results[RESULTS];
    /* How many of the results belong to x: none, the means, or all. */
    size_t known;
    char *name;
    double scratch[SCRATCH];
} Instance;

static fmi2Status failure(const Instance *own, const char *message)
{
    const fmi2CallbackFunctions *callbacks = own->callbacks;
    if (callbacks != NULL && callbacks->logger != NULL)
        callbacks->logger(callbacks->componentEnvironment, own->name, fmi2Error, "logStatusError", "%s", message);
    return fmi2Error;
}

static fmi2Status unsupported(fmi2Component component)
{
    return failure(component, "The emulator has no such variable or capability.");
}

const char *FMI2(fmi2GetTypesPlatform)(void)
{
    return "default";
}

const char *FMI2(fmi2GetVersion)(void)
{
    return "2.0";
}

fmi2Status FMI2(fmi2SetDebugLogging)(fmi2Component component, fmi2Boolean isOn, size_t count, const fmi2String *categories)
{
    (void)component, (void)isOn, (void)count, (void)categories;
    return fmi2OK;
}

fmi2Component FMI2(fmi2Instantiate)(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                    const fmi2CallbackFunctions *callbacks, fmi2Boolean isVisible, fmi2Boolean isLogging)
{
    Instance *own = calloc(1, sizeof(Instance));
    (void)resources, (void)isVisible, (void)isLogging;
    if (own == NULL) return NULL;
    own->callbacks = callbacks;
    own->name = calloc(1, name == NULL ? 1 : strlen(name) + 1);
    if (own->name != NULL && name != NULL) strcpy(own->name, name);
    if (own->name == NULL || type != fmi2CoSimulation || guid == NULL || strcmp(guid, GUID) != 0) {
        failure(own, "The FMU is of another version than its description, or it is to be used for model exchange.");
        FMI2(fmi2FreeInstance)(own);
        return NULL;
    }
    FMI2(fmi2Reset)(own);
    return own;
}

void FMI2(fmi2FreeInstance)(fmi2Component component)
{
    if (component != NULL) free(((Instance *)component)->name);
    free(component);
}

fmi2Status FMI2(fmi2Reset)(fmi2Component component)
{
    Instance *own = component;
    memcpy(own->x, initial, sizeof(own->x));
    own->known = 0;
    return fmi2OK;
}

fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component component, fmi2Boolean hasTolerance, fmi2Real tolerance, fmi2Real start,
                                     fmi2Boolean hasStop, fmi2Real stop)
{
    (void)component, (void)hasTolerance, (void)tolerance, (void)start, (void)hasStop, (void)stop;
    return fmi2OK;
}

fmi2Status FMI2(fmi2EnterInitializationMode)(fmi2Component component)
{
    (void)component;
    return fmi2OK;
}

fmi2Status FMI2(fmi2ExitInitializationMode)(fmi2Component component)
{
    (void)component;
    return fmi2OK;
}

fmi2Status FMI2(fmi2Terminate)(fmi2Component component)
{
    (void)component;
    return fmi2OK;
}

/* Outputs follow inputs at once: a step of any length changes nothing. */
fmi2Status FMI2(fmi2DoStep)(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean isNew)
{
    (void)component, (void)time, (void)step, (void)isNew;
    return fmi2OK;
}

fmi2Status FMI2(fmi2GetReal)(fmi2Component component, const fmi2ValueReference *references, size_t count, fmi2Real *values)
{
    Instance *own = component;
    size_t k;
    for (k = 0; k < count; k++) {
        fmi2ValueReference at = references[k];
        if (at < INPUTS && levels[at] == 0) {
            values[k] = own->x[at];
        } else if (at >= INPUTS && at - INPUTS < RESULTS) {
            if (at - INPUTS >= own->known) {
                own->known = at - INPUTS < MEANS ? MEANS : RESULTS;
                predict(own->scratch, own->x, own->results, own->known);
            }
            values[k] = own->results[at - INPUTS];
        } else {
            return unsupported(component);
        }
    }
    return fmi2OK;
}

fmi2Status FMI2(fmi2SetReal)(fmi2Component component, const fmi2ValueReference *references, size_t count, const fmi2Real *values)
{
    Instance *own = component;
    size_t k;
    for (k = 0; k < count; k++) {
        if (references[k] >= INPUTS || levels[references[k]] != 0) return unsupported(component);
        if (!isfinite(values[k])) return failure(own, "An input is no finite number.");
        own->x[references[k]] = values[k];
        own->known = 0;
    }
    return fmi2OK;
}

fmi2Status FMI2(fmi2GetInteger)(fmi2Component component, const fmi2ValueReference *references, size_t count,
                                fmi2Integer *values)
{
    const Instance *own = component;
    size_t k;
    for (k = 0; k < count; k++) {
        if (references[k] >= INPUTS || levels[references[k]] == 0) return unsupported(component);
        values[k] = (int)own->x[references[k]];
    }
    return fmi2OK;
}

fmi2Status FMI2(fmi2SetInteger)(fmi2Component component, const fmi2ValueReference *references, size_t count,
                                const fmi2Integer *values)
{
    Instance *own = component;
    size_t k;
    for (k = 0; k < count; k++) {
        if (references[k] >= INPUTS || levels[references[k]] == 0) return unsupported(component);
        if (values[k] < 0 || values[k] >= levels[references[k]]) return failure(own, "An input has no such level.");
        own->x[references[k]] = values[k];
        own->known = 0;
    }
    return fmi2OK;
}`;

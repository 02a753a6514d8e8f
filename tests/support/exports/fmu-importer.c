/*
 * A small program that imports FMUs for co-simulation: it knows of one what its modelDescription.xml says.
 *     fmu-importer modelDescription.xml library.so < points
 * A point is a number for each input, in the order of the description. Written for each point: of every output its name and value.
 * The declarations are those of the standard, FMI 2.0, as far as the program calls them.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void (*logger)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*step_finished)(void *, int);
    void *environment;
} Callbacks;
typedef void *(*Instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);
typedef int (*Access)(void *, const unsigned *, size_t, void *);

typedef struct {
    char name[200];
    unsigned reference;
    int is_input, is_real;
    double start;
} Variable;

static Variable variables[10000];
static int variable_count, messages;

static void fail(const char *reason)
{
    fprintf(stderr, "%s\n", reason);
    exit(1);
}

static void logger(void *environment, const char *instance, int status, const char *category, const char *message, ...)
{
    (void)environment, (void)category, (void)message;
    if (strcmp(instance, "one") != 0 || status != 3) fail("The logger is called wrongly.");
    messages++;
}

/* The value of an attribute of the element that begins here; fails where there is none. */
static void attribute(const char *element, const char *name, char *value, size_t size)
{
    char wanted[80];
    const char *end = strchr(element, '>'), *from;
    size_t length;
    snprintf(wanted, sizeof wanted, " %s=\"", name);
    from = strstr(element, wanted);
    if (from == NULL || from > end) fail(name);
    from += strlen(wanted);
    length = strcspn(from, "\"");
    if (length >= size) fail("An attribute is too long.");
    memcpy(value, from, length);
    value[length] = 0;
}

static void read_variables(const char *xml)
{
    const char *at = xml;
    char text[100];
    while ((at = strstr(at, "<ScalarVariable ")) != NULL) {
        Variable *own = &variables[variable_count++];
        const char *type = strchr(at + 1, '<');
        int k;
        attribute(at, "name", own->name, sizeof own->name);
        attribute(at, "valueReference", text, sizeof text);
        own->reference = (unsigned)strtoul(text, NULL, 10);
        attribute(at, "causality", text, sizeof text);
        own->is_input = strcmp(text, "input") == 0;
        own->is_real = strncmp(type, "<Real", 5) == 0;
        if (own->is_input) {
            attribute(type, "start", text, sizeof text);
            own->start = strtod(text, NULL);
        }
        for (k = 0; k + 1 < variable_count; k++)
            if (strcmp(variables[k].name, own->name) == 0 || variables[k].reference == own->reference)
                fail("Two variables share a name or a reference.");
        at = type;
    }
}

static char *contents_of(const char *path)
{
    static char text[4000000];
    FILE *file = fopen(path, "rb");
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0) fail("The description cannot be read.");
    fclose(file);
    return text;
}

static void *function(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL) fail(name);
    return found;
}

static double get(void *library, void *fmu, const Variable *own)
{
    double real = 0.0;
    int level = 0;
    Access access = (Access)function(library, own->is_real ? "fmi2GetReal" : "fmi2GetInteger");
    if (access(fmu, &own->reference, 1, own->is_real ? (void *)&real : (void *)&level) != 0) fail(own->name);
    return own->is_real ? real : level;
}

static int set(void *library, void *fmu, const Variable *own, double value)
{
    int level = (int)value;
    Access access = (Access)function(library, own->is_real ? "fmi2SetReal" : "fmi2SetInteger");
    return access(fmu, &own->reference, 1, own->is_real ? (void *)&value : (void *)&level);
}

static void check_starts(void *library, void *fmu)
{
    int k;
    for (k = 0; k < variable_count; k++)
        if (variables[k].is_input && get(library, fmu, &variables[k]) != variables[k].start) fail("An input starts elsewhere.");
}

/* Whether a point was read and its outputs written. */
static int step(void *library, void *fmu, double time)
{
    int k;
    double value;
    for (k = 0; k < variable_count; k++) {
        if (!variables[k].is_input) continue;
        if (scanf("%lf", &value) != 1) return 0;
        if (set(library, fmu, &variables[k], value) != 0) fail(variables[k].name);
    }
    if (((int (*)(void *, double, double, int))function(library, "fmi2DoStep"))(fmu, time, 0.5, 1) != 0) fail("fmi2DoStep");
    for (k = 0; k < variable_count; k++)
        if (!variables[k].is_input) printf("%s %.17g\n", variables[k].name, get(library, fmu, &variables[k]));
    return 1;
}

int main(int argc, char **argv)
{
    const Callbacks callbacks = {logger, calloc, free, NULL, NULL};
    char *xml = contents_of(argc > 2 ? argv[1] : "");
    void *library = dlopen(argc > 2 ? argv[2] : "", RTLD_NOW), *fmu;
    char guid[100], version[10];
    double time = 0.0;
    unsigned unknown = 1000000;
    int k;
    if (library == NULL) fail(dlerror());
    attribute(strstr(xml, "<fmiModelDescription"), "guid", guid, sizeof guid);
    attribute(strstr(xml, "<fmiModelDescription"), "fmiVersion", version, sizeof version);
    if (strcmp(((const char *(*)(void))function(library, "fmi2GetVersion"))(), version) != 0) fail("Another version of FMI.");
    read_variables(xml);
    if (((Instantiate)function(library, "fmi2Instantiate"))("one", 1, "{another}", "", &callbacks, 0, 0) != NULL || messages != 1)
        fail("Another GUID is accepted.");
    fmu = ((Instantiate)function(library, "fmi2Instantiate"))("one", 1, guid, "", &callbacks, 0, 1);
    if (fmu == NULL) fail("The FMU does not start.");
    ((int (*)(void *, int, double, double, int, double))function(library, "fmi2SetupExperiment"))(fmu, 0, 0.0, 0.0, 0, 0.0);
    ((int (*)(void *))function(library, "fmi2EnterInitializationMode"))(fmu);
    check_starts(library, fmu);
    ((int (*)(void *))function(library, "fmi2ExitInitializationMode"))(fmu);
    while (step(library, fmu, time)) time += 0.5;
    for (k = 0; k < variable_count; k++)
        if (variables[k].is_input && set(library, fmu, &variables[k], variables[k].is_real ? INFINITY : -1.0) != 3)
            fail("A value that is none is accepted.");
    if (((Access)function(library, "fmi2GetReal"))(fmu, &unknown, 1, &time) != 3) fail("An unknown variable has a value.");
    ((int (*)(void *))function(library, "fmi2Reset"))(fmu);
    check_starts(library, fmu);
    ((int (*)(void *))function(library, "fmi2Terminate"))(fmu);
    ((void (*)(void *))function(library, "fmi2FreeInstance"))(fmu);
    return 0;
}

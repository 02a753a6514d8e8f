/** The part of a C self-test that is the same for every emulator: it reads numbers from a CSV file and compares. */

export const SELF_TEST_FUNCTIONS = `/* The first line holds names, possibly in quotes, and these may hold line breaks. */
static void skip_names(FILE *file)
{
    int is_quoted = 0;
    int character;
    while ((character = getc(file)) != EOF) {
        if (character == '"') is_quoted = !is_quoted;
        if (character == '\\n' && !is_quoted) return;
    }
}

/* A line of numbers; 0 at the end of the file, -1 where a line does not fit. */
static int read_line(FILE *file, double *numbers, int count)
{
    int k, separator;
    for (k = 0; k < count; k++) {
        if (fscanf(file, "%lf", &numbers[k]) != 1) return k == 0 && feof(file) ? 0 : -1;
        separator = getc(file);
        if (separator == '\\r') separator = getc(file);
        if (k + 1 < count ? separator != ',' : separator != '\\n' && separator != EOF) return -1;
    }
    return 1;
}

static double absolute(double a)
{
    return a > 0.0 ? a : 0.0 - a;
}

/* Of a value from the wanted one, as a share of the output's range. */
static double difference_of(double value, double wanted, double range)
{
    double scale = absolute(wanted) / 1000.0;
    if (scale < range) scale = range;
    if (scale < 1e-300) scale = 1e-300;
    return absolute(value - wanted) / scale;
}`;

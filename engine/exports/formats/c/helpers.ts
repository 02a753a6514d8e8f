/** The functions that the statements of a C file call; a file holds those alone that it calls, in this order. */

const LESSER = `/* Either being no number, so is the result. */
static double lesser(double a, double b)
{
    return a < b || a != a ? a : b;
}`;

const GREATER = `static double greater(double a, double b)
{
    return a > b || a != a ? a : b;
}`;

const ABSOLUTE = `static double absolute(double a)
{
    return a > 0.0 ? a : 0.0 - a;
}`;

const COPY = `static void copy(double *to, const double *from, int count)
{
    int i;
    for (i = 0; i < count; i++) to[i] = from[i];
}`;

const PICK = `static void pick(double *to, const double *from, const int *indices, int count)
{
    int i;
    for (i = 0; i < count; i++) to[i] = from[indices[i]];
}`;

const SUM = `static void sum(double *to, const double *from, int count)
{
    double total = from[0];
    int i;
    for (i = 1; i < count; i++) total += from[i];
    *to = total;
}`;

const LEAST = `static void least(double *to, const double *from, int count)
{
    double result = from[0];
    int i;
    for (i = 1; i < count; i++) result = lesser(result, from[i]);
    *to = result;
}`;

const PRODUCT = `static void product(double *to, const double *matrix, const double *from, int rows, int columns)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        double total = 0.0;
        for (j = 0; j < columns; j++) total += *matrix++ * from[j];
        to[i] = total;
    }
}`;

const PACKED_PRODUCT = `/* By a lower triangle: i + 1 entries in row i. */
static void packed_product(double *to, const double *matrix, const double *from, int rows)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        double total = 0.0;
        for (j = 0; j <= i; j++) total += *matrix++ * from[j];
        to[i] = total;
    }
}`;

const SQUARED_DISTANCES = `static void squared_distances(double *to, const double *points, const double *from, int rows, int columns)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        double total = 0.0;
        for (j = 0; j < columns; j++) {
            double difference = from[j] - *points++;
            total += difference * difference;
        }
        to[i] = total;
    }
}`;

/** By name; one that calls another stands behind it. */
export const HELPERS = {
  lesser: LESSER,
  greater: GREATER,
  absolute: ABSOLUTE,
  copy: COPY,
  pick: PICK,
  sum: SUM,
  least: LEAST,
  product: PRODUCT,
  packed_product: PACKED_PRODUCT,
  squared_distances: SQUARED_DISTANCES,
};
export type HelperName = keyof typeof HELPERS;

/** The functions that the statements of a C file call; a file holds those alone that it calls, in this order. */

const LESSER_FUNCTION = `/* Either being no number, so is the result. */
static double lesser(double a, double b)
{
    return a < b || a != a ? a : b;
}`;

const GREATER_FUNCTION = `static double greater(double a, double b)
{
    return a > b || a != a ? a : b;
}`;

const ABSOLUTE_FUNCTION = `static double absolute(double a)
{
    return a > 0.0 ? a : 0.0 - a;
}`;

const HYPERBOLIC_TANGENT = `/* In half the time of tanh; as exact as numbers near 1 are. */
static double hyperbolic_tangent(double a)
{
    return 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
}`;

const COPY_FUNCTION = `static void copy(double *to, const double *from, int count)
{
    int i;
    for (i = 0; i < count; i++) to[i] = from[i];
}`;

const PICK_FUNCTION = `static void pick(double *to, const double *from, const int *indices, int count)
{
    int i;
    for (i = 0; i < count; i++) to[i] = from[indices[i]];
}`;

const SUM_FUNCTION = `static void sum(double *to, const double *from, int count)
{
    double total = from[0];
    int i;
    for (i = 1; i < count; i++) total += from[i];
    *to = total;
}`;

const MINIMUM_FUNCTION = `static void least(double *to, const double *from, int count)
{
    double result = from[0];
    int i;
    for (i = 1; i < count; i++) result = lesser(result, from[i]);
    *to = result;
}`;

/** Sums are added one number after the other, as by the interpreter: four of them at once, none waits for another. */
const PRODUCT_FUNCTION = `static void product(double *to, const double *matrix, const double *from, int rows, int columns)
{
    int i, j;
    for (i = 0; i + 4 <= rows; i += 4) {
        const double *a = matrix, *b = a + columns, *c = b + columns, *d = c + columns;
        double p = 0.0, q = 0.0, r = 0.0, s = 0.0;
        for (j = 0; j < columns; j++) {
            p += a[j] * from[j];
            q += b[j] * from[j];
            r += c[j] * from[j];
            s += d[j] * from[j];
        }
        to[i] = p;
        to[i + 1] = q;
        to[i + 2] = r;
        to[i + 3] = s;
        matrix = d + columns;
    }
    for (; i < rows; i++) {
        double total = 0.0;
        for (j = 0; j < columns; j++) total += *matrix++ * from[j];
        to[i] = total;
    }
}`;

const PACKED_PRODUCT = `/* By a lower triangle: i + 1 entries in row i. */
static void packed_product(double *to, const double *matrix, const double *from, int rows)
{
    int i, j;
    for (i = 0; i + 4 <= rows; i += 4) {
        const double *a = matrix, *b = a + i + 1, *c = b + i + 2, *d = c + i + 3;
        double p = 0.0, q = 0.0, r = 0.0, s = 0.0;
        for (j = 0; j <= i; j++) {
            p += a[j] * from[j];
            q += b[j] * from[j];
            r += c[j] * from[j];
            s += d[j] * from[j];
        }
        q += b[i + 1] * from[i + 1];
        r += c[i + 1] * from[i + 1];
        s += d[i + 1] * from[i + 1];
        r += c[i + 2] * from[i + 2];
        s += d[i + 2] * from[i + 2];
        s += d[i + 3] * from[i + 3];
        to[i] = p;
        to[i + 1] = q;
        to[i + 2] = r;
        to[i + 3] = s;
        matrix = d + i + 4;
    }
    for (; i < rows; i++) {
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
export const HELPER_FUNCTIONS = {
  lesser: LESSER_FUNCTION,
  greater: GREATER_FUNCTION,
  absolute: ABSOLUTE_FUNCTION,
  hyperbolic_tangent: HYPERBOLIC_TANGENT,
  copy: COPY_FUNCTION,
  pick: PICK_FUNCTION,
  sum: SUM_FUNCTION,
  least: MINIMUM_FUNCTION,
  product: PRODUCT_FUNCTION,
  packed_product: PACKED_PRODUCT,
  squared_distances: SQUARED_DISTANCES,
};
export type HelperName = keyof typeof HELPER_FUNCTIONS;

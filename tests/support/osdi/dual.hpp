// The real numbers of a Verilog-A module: a value with its derivatives with respect to the probes, all in one vector register or two.
// The functions are those of the language, with the mathematical library's values. PROBES says how many derivatives there are.
#include <algorithm>
#include <cmath>

constexpr int widthFor(int count) {
  int width = 1;
  while (width < count) width *= 2;
  return width;
}

typedef double Derivatives __attribute__((vector_size(sizeof(double) * widthFor(PROBES))));

struct Number {
  double value;
  Derivatives derivatives;
  Number() = default;
  // Constants are numbers wherever an operator below does not take them as they are.
  Number(double constant) : value(constant), derivatives{} {}
  Number(double value, Derivatives derivatives) : value(value), derivatives(derivatives) {}
};

static inline Number operator-(Number a) { return {-a.value, -a.derivatives}; }
static inline Number operator+(Number a, Number b) { return {a.value + b.value, a.derivatives + b.derivatives}; }
static inline Number operator+(double a, Number b) { return {a + b.value, b.derivatives}; }
static inline Number operator+(Number a, double b) { return {a.value + b, a.derivatives}; }
static inline Number operator-(Number a, Number b) { return {a.value - b.value, a.derivatives - b.derivatives}; }
static inline Number operator-(double a, Number b) { return {a - b.value, -b.derivatives}; }
static inline Number operator-(Number a, double b) { return {a.value - b, a.derivatives}; }
static inline Number operator*(Number a, Number b) {
  return {a.value * b.value, b.value * a.derivatives + a.value * b.derivatives};
}
static inline Number operator*(double a, Number b) { return {a * b.value, a * b.derivatives}; }
static inline Number operator*(Number a, double b) { return b * a; }
static inline Number operator/(Number a, Number b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.derivatives - quotient * b.derivatives) / b.value};
}
static inline bool operator<(Number a, Number b) { return a.value < b.value; }
static inline bool operator==(Number a, Number b) { return a.value == b.value; }

static inline Number choose(bool condition, Number a, Number b) { return condition ? a : b; }
static inline Number function_min(Number a, Number b) { return b < a ? b : a; }
static inline Number function_max(Number a, Number b) { return a < b ? b : a; }
static inline Number function_floor(Number a) { return std::floor(a.value); }
static inline Number function_abs(Number a) { return a.value < 0 ? -a : a; }
static inline Number function_ln(Number a) { return {std::log(a.value), a.derivatives / a.value}; }
static inline Number function_exp(Number a) {
  const double value = std::exp(a.value);
  return {value, value * a.derivatives};
}
static inline Number function_sqrt(Number a) {
  const double value = std::sqrt(a.value);
  return {value, a.derivatives / (2 * value)};
}
static inline Number function_tanh(Number a) {
  const double value = std::tanh(a.value);
  return {value, (1 - value * value) * a.derivatives};
}

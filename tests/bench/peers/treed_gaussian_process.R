# The Bayesian treed Gaussian process of R's tgp (Gramacy and Lee, 2008) with its defaults; 95% bounds from its 5% and 95% quantiles as of a normal.
suppressPackageStartupMessages(library(tgp))

folder <- commandArgs(trailingOnly = TRUE)[1]
shape <- readChar(file.path(folder, "split.json"), 1e6)
read_number <- function(name) as.numeric(sub(sprintf('.*"%s":([0-9]+).*', name), "\\1", shape))
read_matrix <- function(name, width) {
  path <- file.path(folder, name)
  matrix(readBin(path, "double", file.size(path) / 8), ncol = width, byrow = TRUE)
}
write_vector <- function(name, values) writeBin(as.double(values), file.path(folder, name))

inputs <- read_number("inputs")
set.seed(read_number("seed"))
x <- read_matrix("x_seen", inputs)
y <- read_matrix("y_seen", 1)
unseen <- read_matrix("x_unseen", inputs)
start <- proc.time()
invisible(capture.output(fit <- btgp(X = x, Z = as.vector(y), XX = unseen, verb = 0)))
spent <- proc.time() - start
reach <- qnorm(0.975) / qnorm(0.95)
write_vector("mean", fit$ZZ.mean)
write_vector("lower", fit$ZZ.mean + reach * (fit$ZZ.q1 - fit$ZZ.mean))
write_vector("upper", fit$ZZ.mean + reach * (fit$ZZ.q2 - fit$ZZ.mean))
cat(sprintf(
  '\n{"seconds": %f, "cpuSeconds": %f, "hasBounds": true, "note": ""}\n',
  spent[["elapsed"]], spent[["user.self"]] + spent[["sys.self"]]
))

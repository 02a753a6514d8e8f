"""One fit of scikit-learn's Gaussian process, ARD Matern 5/2 and noise: what it costs and how good it is."""
import json

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

from common import Watch, load


def main() -> None:
    split = load()
    watch = Watch()
    kernel = ConstantKernel(1.0, (1e-4, 1e6)) * Matern(np.ones(split.x.shape[1]), (1e-2, 1e4), nu=2.5)
    model = GaussianProcessRegressor(kernel + WhiteKernel(1e-4, (1e-10, 1e1)), normalize_y=True)
    model.fit(split.x, split.y[:, 0])
    cost = {"seconds": watch.seconds(), "cpuSeconds": watch.cpu_seconds()}
    truth = split.y_unseen[:, 0]
    error = np.sqrt(np.mean((model.predict(split.x_unseen) - truth) ** 2)) / truth.std()
    print(json.dumps({**cost, "nrmse": error}))


main()

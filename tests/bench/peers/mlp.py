"""Five of scikit-learn's MLPRegressor, averaged: tanh 32-32, L-BFGS up to 5,000 rows, else Adam with early stopping."""
import numpy as np
from sklearn.neural_network import MLPRegressor

from common import Components, Standard, Watch, answer, load

MEMBERS = 5


def member(rows: int, seed: int) -> MLPRegressor:
    if rows <= 5000:
        return MLPRegressor(
            (32, 32), activation="tanh", solver="lbfgs", alpha=1e-3, tol=1e-8, max_iter=4000, max_fun=8000,
            random_state=seed,
        )
    return MLPRegressor(
        (64, 64), activation="tanh", alpha=1e-6, learning_rate_init=3e-3, batch_size=256, max_iter=150,
        early_stopping=True, n_iter_no_change=15, random_state=seed,
    )


def main() -> None:
    split = load()
    watch = Watch()
    scale, parts = Standard(split.x), Components(split.y)
    x, y = scale.apply(split.x), parts.apply(split.y)
    target = y.ravel() if y.shape[1] == 1 else y
    x_unseen = scale.apply(split.x_unseen)
    members = [member(len(x), 100 * split.seed + i).fit(x, target) for i in range(MEMBERS)]
    predictions = [parts.undo(model.predict(x_unseen).reshape(len(x_unseen), -1)) for model in members]
    answer(split, watch, np.mean(predictions, axis=0))


main()

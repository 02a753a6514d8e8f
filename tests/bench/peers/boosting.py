"""scikit-learn's HistGradientBoostingRegressor, which follows LightGBM; bounds by quantile regression at 2.5 and 97.5 %."""
import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

from common import Components, Watch, answer, load


def predict(split, y: np.ndarray, **loss) -> np.ndarray:
    model = HistGradientBoostingRegressor(
        learning_rate=0.1,
        max_iter=500,
        early_stopping=True,
        validation_fraction=0.1,
        n_iter_no_change=20,
        random_state=split.seed,
        **loss,
    )
    return model.fit(split.x, y).predict(split.x_unseen)


def main() -> None:
    split = load()
    watch = Watch()
    if split.y.shape[1] > 25:
        # Trees for thousands of values are out of reach: their principal components, without bounds.
        parts = Components(split.y)
        scores = parts.apply(split.y)
        answer(split, watch, parts.undo(np.stack([predict(split, y) for y in scores.T], axis=1)))
        return
    mean = np.stack([predict(split, y) for y in split.y.T], axis=1)
    bounds = [
        np.stack([predict(split, y, loss="quantile", quantile=quantile) for y in split.y.T], axis=1)
        for quantile in (0.025, 0.975)
    ]
    answer(split, watch, mean, np.minimum(bounds[0], mean), np.maximum(bounds[1], mean))


main()

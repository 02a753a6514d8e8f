"""Five networks in PyTorch with Adam and a cosine schedule, averaged; bounds from their disagreement and their kept-out errors."""
import numpy as np
import torch

from common import Components, Standard, Watch, answer, load

MEMBERS = 5
STEPS = 4000


def network(inputs: int, outputs: int, width: int) -> torch.nn.Module:
    layers = []
    for before in (inputs, width, width):
        layers += [torch.nn.Linear(before, width), torch.nn.SiLU()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(width, outputs))


def train(x, y, kept_out, width: int, seed: int) -> torch.nn.Module:
    """Keeps the weights that were best on the kept-out rows."""
    torch.manual_seed(seed)
    model = network(x.shape[1], y.shape[1], width)
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    learn = ~kept_out
    x_learn, y_learn, x_kept, y_kept = x[learn], y[learn], x[kept_out], y[kept_out]
    best, weights = np.inf, model.state_dict()
    batch = min(256, len(x_learn))
    for step in range(STEPS):
        rows = torch.randint(len(x_learn), (batch,))
        optimiser.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x_learn[rows]), y_learn[rows])
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 100 == 99:
            with torch.no_grad():
                error = torch.nn.functional.mse_loss(model(x_kept), y_kept).item()
            if error < best:
                best, weights = error, {name: value.clone() for name, value in model.state_dict().items()}
    model.load_state_dict(weights)
    return model


def main() -> None:
    split = load()
    watch = Watch()
    scale, parts = Standard(split.x), Components(split.y)
    as_tensor = lambda values: torch.tensor(values, dtype=torch.float32)
    x, y = as_tensor(scale.apply(split.x)), as_tensor(parts.apply(split.y))
    x_unseen = as_tensor(scale.apply(split.x_unseen))
    folds = torch.tensor(np.random.default_rng(split.seed).permutation(len(x)) % 10)
    predictions, errors = [], []
    for i in range(MEMBERS):
        kept_out = folds == i
        model = train(x, y, kept_out, 128, 100 * split.seed + i)
        with torch.no_grad():
            predictions.append(parts.undo(model(x_unseen).double().numpy()))
            errors.append(parts.undo(model(x[kept_out]).double().numpy()) - split.y[kept_out.numpy()])
    mean = np.mean(predictions, axis=0)
    variance = np.var(predictions, axis=0) + np.mean(np.concatenate(errors) ** 2, axis=0)
    half = 1.959964 * np.sqrt(variance)
    answer(split, watch, mean, mean - half, mean + half)


main()

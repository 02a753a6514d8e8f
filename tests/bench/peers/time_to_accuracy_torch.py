"""Seconds that a PyTorch network takes with Adam to a coefficient of determination; looking at it costs nothing here."""
import json
import sys

import torch

from common import Standard, Stopwatch, load, r2

#: CPU seconds.
LONGEST = 60.0


def main() -> None:
    split, goal = load(), float(sys.argv[2])
    torch.manual_seed(split.seed)
    watch = Stopwatch()
    scale, target = Standard(split.x), Standard(split.y)
    as_tensor = lambda values: torch.tensor(values, dtype=torch.float32)
    x, y = as_tensor(scale.apply(split.x)), as_tensor(target.apply(split.y))
    x_unseen = as_tensor(scale.apply(split.x_unseen))
    width = 128
    silu = torch.nn.SiLU
    model = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], width), silu(), torch.nn.Linear(width, width), silu(),
        torch.nn.Linear(width, width), silu(), torch.nn.Linear(width, y.shape[1]),
    )
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    batch, best, step = min(256, len(x)), -1.0, 0
    while watch.cpu_seconds() < LONGEST:
        step += 1
        # The rate falls as one over the root of time: no length of training is known in advance.
        optimiser.param_groups[0]["lr"] = 3e-3 / (1 + step / 1000) ** 0.5
        rows = torch.randint(len(x), (batch,))
        optimiser.zero_grad()
        torch.nn.functional.mse_loss(model(x[rows]), y[rows]).backward()
        optimiser.step()
        if step % 25 == 0:
            with watch.stopped(), torch.no_grad():
                now = r2(split.y_unseen, target.undo(model(x_unseen).double().numpy()))
            best = max(best, now)
            if now >= goal:
                break
    hit = best >= goal
    print(json.dumps({
        "seconds": watch.seconds() if hit else None, "cpuSeconds": watch.cpu_seconds() if hit else None,
        "best": best, "how": "3 x 128 SiLU, Adam, batches of 256",
    }))


main()

"""How many steps of Adam a second PyTorch takes on one thread, how many rows it predicts, and its products and factors."""
import json
import sys
import time

import torch

NETWORKS = json.loads(sys.argv[1])
BATCH = 256


def least(work, runs: int = 10) -> float:
    """The least processor time of some runs, in seconds: other programs on the machine count for little."""
    work()
    times = []
    for _ in range(runs):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times)


def network(inputs: int, hidden: list, outputs: int) -> torch.nn.Module:
    sizes, layers = [inputs, *hidden], []
    for wide, narrow in zip(sizes, sizes[1:]):
        layers += [torch.nn.Linear(wide, narrow), torch.nn.SiLU()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(sizes[-1], outputs))


def speed(inputs: int, hidden: list, outputs: int, steps: int, rows: int) -> dict:
    model = network(inputs, hidden, outputs)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    x, y = torch.randn(5000, inputs), torch.randn(5000, outputs)

    def train() -> None:
        for _ in range(steps):
            chosen = torch.randint(len(x), (BATCH,))
            optimiser.zero_grad()
            torch.nn.functional.mse_loss(model(x[chosen]), y[chosen]).backward()
            optimiser.step()

    points = torch.randn(rows, inputs)
    with torch.no_grad():
        predict = least(lambda: model(points))
    return {"steps": steps / least(train), "rows": rows / predict}


def main() -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    a = torch.randn(256, 256)
    points = torch.rand(1000, 6, dtype=torch.float64)
    matrix = torch.exp(-torch.cdist(points, points) ** 2 / 2) + 1e-3 * torch.eye(1000, dtype=torch.float64)
    print(json.dumps({
        "networks": [speed(**each) for each in NETWORKS],
        "gigaflops": 2 * 256**3 * 100 / least(lambda: [a @ a for _ in range(100)]) / 1e9,
        "cholesky": 1000 * least(lambda: torch.linalg.cholesky(matrix)),
    }))


main()

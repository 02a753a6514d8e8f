"""Simulations by the Python user client, on a server that is connected under the name ``lab``: prints what it saw as JSON."""

import json
import sys

import understudy

client = understudy.Client(patience=20)
seen = {"servers": [[server.name, server.allowed] for server in client.servers()]}
model = client.spec("A sum")
seen["model"] = [list(model.variables), model.outputs, client.spec(model.spec_id).id == model.id]

job = model.run("Check", variables={"x": 0.2, "y": 0.4}, server="lab").wait(progress=False, timeout=100)
[simulation] = job.simulations()
seen["simulation"] = {
    "status": simulation.status,
    "server": simulation.server,
    "row": simulation.row,
    "curves": simulation.curves(),
    "log": simulation.log(),
}

job = model.train("Sums", variables={"x": (0, 0.5), "y": 0.3}, simulations=16, servers={"lab": 4}, effort="quick")
job.wait(progress=False, timeout=100)
seen["job"] = [job.status, job.has_emulator, job.record["simulation_counts"]["complete"]]
seen["xs"] = [simulation.row["x"] for simulation in job.simulations()]
seen["predicted"] = job.emulator.predict({"x": 0.25}).mean["sum"]

problems = []
for attempt in (
    lambda: model.run("No", server="attic"),
    lambda: model.run("No", variables={"z": 1}),
    lambda: model.train("Too few", simulations=3),
    lambda: client.spec("No such model"),
):
    try:
        attempt()
    except (ValueError, understudy.ApiError) as problem:
        problems.append(str(problem))
seen["problems"] = problems
json.dump(seen, sys.stdout)

"""A newcomer's first hour with the Python user client, against a running platform: prints what it saw as JSON.

Environment: UNDERSTUDY_URL, UNDERSTUDY_TOKEN; the folder of the two CSV files is the first argument.
"""

import importlib.util
import json
import os
import sys

import understudy

folder = sys.argv[1]
path = lambda name: os.path.join(folder, name)
client = understudy.Client(patience=20)
seen = {"user": client.user["email"], "pandas": importlib.util.find_spec("pandas") is not None}

try:
    client.train("Unsound", [{"x": i} for i in range(12)], [{"y": "a word"} for _ in range(12)])
except understudy.JobFailed as failed:
    seen["unsound"] = str(failed)
    failed.job.delete()
try:
    client.create_job(" ", path("parameters.csv"), path("outputs.csv"))
except understudy.InvalidRequest as refused:
    seen["nameless"] = refused.errors

job = client.train("Amplifier", path("parameters.csv"), path("outputs.csv"), effort="quick", tags=["from Python"])
job.wait(progress=True, timeout=120)
seen["job"] = {"id": job.id, "status": job.status, "has_emulator": job.has_emulator}
seen["listed"] = [[found_job.id, found_job.name] for found_job in client.jobs("from python")]
seen["rows"] = job.data()[:2]

emulator = job.emulator
seen["inputs"] = [column.name for column in emulator.inputs]
seen["outputs"] = [[output.name, output.length, output.coordinate] for output in emulator.outputs]
seen["accuracy"] = emulator.accuracy()
counts = {name: [rows.training, rows.validation] for name, rows in emulator.row_counts().items()}
seen["counts"] = [job.row_counts, counts]
points = [{"x": i / 20, "y": 1 - i / 20, "colour": "red"} for i in range(20)]
point = emulator.predict(points[3])
seen["point"] = {"mean": point.mean, "lower": point.lower, "upper": point.upper, "coordinates": point.coordinates}
joint = emulator.predict(points[3], band="joint")
seen["joint"] = {"lower": joint.lower, "upper": joint.upper}
many = emulator.predict(points)
seen["many"] = many.table()
seen["places"] = emulator.predict(points[:2], outputs=["response"], coordinates={"frequency": [2, 4.5]}).mean
seen["outside"] = emulator.predict({"x": 7}).outside
try:
    emulator.predict({"z": 1})
except understudy.InvalidRequest as refused:
    seen["unknown"] = list(refused.errors)
emulator.save_point("nominal", points[3])
emulator.save_point("worst case", points[0])
emulator.save_point("Nominal", points[4])
emulator.delete_point("worst case")
try:
    emulator.save_point("unsound", {"z": 1})
except understudy.InvalidRequest as refused:
    seen["unsound_point"] = list(refused.errors)
seen["points"] = emulator.points
first = job.comment("Too **hot** here?", at={"x": 0.5}, mention=["Zoe"])
try:
    job.comment("Really?", mention=["Zo"])
except ValueError as refused:
    seen["partial_name"] = str(refused)
first.reply("Cooler now.")
first.edit(first.text + " Really?").resolve()
job.comment("Gone").delete()
seen["comments"] = [[one.author, one.text, one.about, one.is_resolved] for one in job.comments()]
job.append_notes("# Findings")
job.append_notes("- Hot at the **edge**")
seen["notes"] = job.notes()
sensitivity = emulator.sensitivity("gain")
seen["sensitivity"] = {name: index.value for name, index in sensitivity.total.items()}

best = emulator.maximise({"gain": {"kind": "maximise", "low": -5, "high": 20}}, start=points[3], fixed=["colour"])
seen["best"] = {"inputs": best.inputs, "rise": best.desirability - best.start_desirability}

seen["export"] = emulator.export("python", path("model.zip"), outputs=["gain"])
try:
    emulator.export("python", path("none.zip"), outputs=["nonsense"])
except understudy.InvalidRequest as refused:
    seen["unknown_output"] = list(refused.errors)

if seen["pandas"]:
    import pandas

    framed = emulator.predict(pandas.DataFrame(points, index=range(100, 120)))
    seen["frame"] = {name: framed[name].tolist() for name in framed.columns}
    seen["frame_index"] = framed.index.tolist()
    again = client.create_job(
        "Again", pandas.DataFrame(points), pandas.DataFrame({"gain": framed["gain"], "response": framed["response"]})
    )
    seen["data_frame"] = list(job.data_frame().columns)
    again.delete()

try:
    client.job(999_999)
except understudy.NotFound as missing:
    seen["missing"] = missing.message
json.dump(seen, sys.stdout)

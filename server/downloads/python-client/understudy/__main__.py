"""``python3 -m understudy``: the client on the command line."""

from __future__ import annotations

import argparse
import csv
import sys
from itertools import islice
from typing import Any, Dict, List, Sequence

from ._client import Client
from ._emulator import Emulator
from ._errors import JobFailed, UnderstudyError
from ._tables import as_cell_text, read_csv


def _jobs(client: Client, given: argparse.Namespace) -> None:
    for job in islice(client.jobs(given.filter), given.limit):
        print(f"{job.id:>6}  {job.status:<22}  {job.objective:<12}  {job.name}")


def _train(client: Client, given: argparse.Namespace) -> None:
    job = client.train(
        given.name,
        given.parameters,
        given.outputs,
        effort=given.effort,
        ignore_failed_runs=given.ignore_failed_runs,
        progress=not given.quiet,
    )
    print(f"Job {job.id}")
    if not given.no_wait:
        job.wait(progress=not given.quiet)
        _print_accuracy(job.emulator)


def _wait(client: Client, given: argparse.Namespace) -> None:
    job = client.job(given.job).wait(progress=not given.quiet, timeout=given.timeout)
    if job.has_emulator:
        _print_accuracy(job.emulator)


def _print_accuracy(emulator: Emulator) -> None:
    for name, r2 in emulator.accuracy().items():
        print(f"{name}: R2 {r2:.6g}")


def _predict(client: Client, given: argparse.Namespace) -> None:
    emulator = client.job(given.job).emulator
    if given.points is not None:
        with open(given.points, encoding="utf-8-sig", newline="") as lines:
            points: List[Dict[str, Any]] = [dict(row) for row in read_csv(lines)]
    else:
        points = [dict(_assignment(text) for text in given.values)]
    table = emulator.predict(points, outputs=given.output).table()
    names = list(points[0]) if points else []
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow([as_cell_text(name) for name in [*names, *table]])
    for number, point in enumerate(points):
        values = [point[name] for name in names]
        texts = [as_cell_text(value) if isinstance(value, str) else value for value in values]
        writer.writerow([*texts, *(column[number] for column in table.values())])


def _assignment(text: str) -> Any:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text!r} does not have the form name=value.")
    try:
        return name, float(value)
    except ValueError:
        return name, value


def _data(client: Client, given: argparse.Namespace) -> None:
    client.job(given.job).download_data(given.file)


def _stop(client: Client, given: argparse.Namespace) -> None:
    print(client.job(given.job).stop().status)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m understudy", description="Train emulators of simulations and predict with them."
    )
    parser.add_argument("--url", help="address of the platform; default: UNDERSTUDY_URL")
    # Every user of the machine could read a token on the command line.
    parser.epilog = "The API token is read from UNDERSTUDY_TOKEN. Create one on the platform: user menu, API Tokens."
    quiet = argparse.ArgumentParser(add_help=False)
    quiet.add_argument("--quiet", action="store_true", help="show no progress")
    commands = parser.add_subparsers(required=True, metavar="command")

    def command(name: str, run: Any, help: str, **options: Any) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help.replace("%", "%%"), description=help, **options)
        added.set_defaults(run=run)
        return added

    jobs = command("jobs", _jobs, "List jobs, newest first.")
    jobs.add_argument("filter", nargs="?", help="part of a name or tag")
    jobs.add_argument("--limit", type=int, default=25)

    train = command("train", _train, "Train an emulator on existing runs.", parents=[quiet])
    train.add_argument("name")
    train.add_argument("parameters", help="CSV file with one column per input")
    train.add_argument("outputs", help="CSV file with one column per output")
    train.add_argument("--effort", choices=["quick", "standard", "thorough"], default="standard")
    train.add_argument("--ignore-failed-runs", action="store_true", help="leave out rows without outputs")
    train.add_argument("--no-wait", action="store_true", help="do not wait for the training to finish")

    wait = command("wait", _wait, "Wait until a job is complete.", parents=[quiet])
    wait.add_argument("job", type=int)
    wait.add_argument("--timeout", type=float, help="seconds")

    predict = command("predict", _predict, "Predict outputs with 95 % bounds, as CSV.")
    predict.add_argument("job", type=int)
    predict.add_argument("values", nargs="*", help="one point, as r=1200 c=1e-9")
    predict.add_argument("--points", help="CSV file with many points")
    predict.add_argument("--output", action="append", help="predict only this output; repeatable")

    data = command("data", _data, "Download a job's data as a CSV file.")
    data.add_argument("job", type=int)
    data.add_argument("file")

    stop = command("stop", _stop, "Pause a job; a training keeps the best emulator so far.")
    stop.add_argument("job", type=int)
    return parser


def main(arguments: Sequence[str]) -> int:
    given = _parser().parse_args(arguments)
    try:
        given.run(Client(given.url), given)
    except (UnderstudyError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, JobFailed) else 1
    except KeyboardInterrupt:
        print("The job continues on the platform; use wait or stop.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

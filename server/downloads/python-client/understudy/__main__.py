"""``python3 -m understudy``: the client on the command line."""

from __future__ import annotations

import argparse
import csv
import sys
from itertools import islice
from typing import Any, Dict, List, Optional, Sequence, Union

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
        description=given.description,
        source_job=given.source_job,
        ignore_failed_runs=given.ignore_failed_runs,
        ignore_missing_inputs=given.ignore_missing_inputs,
        failed_run_marks=_marks(given.failed_run_mark),
        left_out_rows=given.left_out_row,
        number_duplicate_names=given.number_duplicate_names,
        header_units=not given.no_header_units,
        join_numbered_columns=given.join_numbered_columns,
        complex_as_parts=given.complex_as == "parts",
        complex_as_polar=given.complex_as == "polar",
        resample_curves=not given.no_resample_curves,
        unwrap_angles=given.unwrap_angles,
        sweep_curves=_sweep(given.sweep_over, given.sweep_by),
        tags=given.tag,
        effort=given.effort,
        validation_percentage=given.validation_percentage,
        group_by=[] if given.no_groups else given.group_by,
        train_on=given.server,
        progress=not given.quiet,
    )
    print(f"Job {job.id}")
    if not given.no_wait:
        job.wait(progress=not given.quiet)
        _print_accuracy(job.emulator)


def _marks(texts: Sequence[str]) -> Dict[str, List[float]]:
    """``gain=1e30`` becomes ``{"gain": [1e30]}``; the name of an output may hold an equals sign."""
    marks: Dict[str, List[float]] = {}
    for text in texts:
        output, _, value = text.rpartition("=")
        try:
            number = float(value)
        except ValueError:
            number = None
        if not output or number is None:
            raise ValueError(f"{text!r} does not have the form output=value.")
        marks.setdefault(output, []).append(number)
    return marks


def _sweep(over: Optional[str], by: Optional[List[str]]) -> Optional[Dict[str, Any]]:
    if (over is None) != (by is None):
        raise ValueError("--sweep-over and --sweep-by go together.")
    return None if over is None else {"over": over, "by": by}


def _training_server(text: str) -> Union[int, str]:
    if text == "provision":
        return text
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'{text!r} is neither the id of a server nor "provision"') from None


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
    train.add_argument("--no-wait", action="store_true", help="do not wait for the training to finish")
    _add_job_options(train)
    _add_row_options(train)
    _add_column_options(train)
    _add_training_options(train)

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


def _add_job_options(train: argparse.ArgumentParser) -> None:
    job = train.add_argument_group("job")
    job.add_argument("--description", default="", help="text that the page of the job shows")
    job.add_argument("--tag", action="append", default=[], help="tag of the job; repeatable")
    job.add_argument(
        "--source-job", type=int, metavar="ID", help="job whose rows come before those of the files"
    )


def _add_row_options(train: argparse.ArgumentParser) -> None:
    rows = train.add_argument_group("rows", "Rows that are not sound are reported as problems unless they are left out.")
    rows.add_argument(
        "--ignore-failed-runs", action="store_true", help="leave out rows whose outputs are empty or NaN"
    )
    rows.add_argument(
        "--ignore-missing-inputs", action="store_true", help="leave out rows whose inputs are empty or NaN"
    )
    rows.add_argument(
        "--failed-run-mark",
        action="append",
        default=[],
        metavar="OUTPUT=VALUE",
        help="leave out rows in which this output has this value, as gain=1e30; repeatable",
    )
    rows.add_argument(
        "--left-out-row",
        action="append",
        default=[],
        type=int,
        metavar="NUMBER",
        help="leave out this row, numbered as in a spreadsheet: below a header in row 1 the first is 2; repeatable",
    )


def _add_column_options(train: argparse.ArgumentParser) -> None:
    columns = train.add_argument_group(
        "columns", "Decimal commas, thousands separators and units are recognised in the files."
    )
    columns.add_argument(
        "--number-duplicate-names",
        action="store_true",
        help="number columns that share a name, as gain, gain (2); they are reported as problems otherwise",
    )
    columns.add_argument(
        "--no-header-units",
        action="store_true",
        help="keep units in the names of columns: R (Ohm) is not named R",
    )
    columns.add_argument(
        "--join-numbered-columns",
        action="store_true",
        help="read numbered columns of outputs, as id_0 to id_40, as one curve, id",
    )
    columns.add_argument(
        "--complex-as",
        choices=["parts", "polar"],
        help="read a complex output s21 as s21_re and s21_im (parts), or as s21_db and s21_deg (polar)",
    )
    columns.add_argument(
        "--no-resample-curves",
        action="store_true",
        help="report curves whose points differ from row to row as problems instead of reading them on one grid",
    )
    columns.add_argument(
        "--unwrap-angles",
        action="store_true",
        help="read curves of an angle that wraps without its jumps, and single angles as cosine and sine",
    )
    columns.add_argument(
        "--sweep-over", metavar="INPUT", help="turn rows, one a point of a sweep, into curves over this input"
    )
    columns.add_argument(
        "--sweep-by",
        action="append",
        metavar="INPUT",
        help="input that the rows of a sweep agree in, with --sweep-over; repeatable",
    )


def _add_training_options(train: argparse.ArgumentParser) -> None:
    training = train.add_argument_group("training")
    training.add_argument(
        "--effort",
        choices=["quick", "standard", "thorough"],
        default="standard",
        help="how long the training looks for better models; default: %(default)s",
    )
    training.add_argument(
        "--validation-percentage",
        type=float,
        default=20,
        metavar="PERCENT",
        help="rows in the validation set, 5 to 50, which measure the accuracy from 3,000 rows on; default: %(default)s",
    )
    groups = training.add_mutually_exclusive_group()
    groups.add_argument(
        "--group-by",
        action="append",
        metavar="INPUT",
        help="input that rows which go together agree in: they are held out together; repeatable; default: recognised",
    )
    groups.add_argument("--no-groups", action="store_true", help="every row counts by itself")
    training.add_argument(
        "--server",
        type=_training_server,
        metavar="ID",
        help='connected server to train on, or "provision", a machine that the platform creates; default: the platform',
    )


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

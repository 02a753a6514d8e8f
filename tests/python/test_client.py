"""The Python user client against a stub of the platform. The package must be on PYTHONPATH."""

import contextlib
import inspect
import io
import os
import socket
import tempfile
import unittest
import warnings
from unittest import mock

import understudy
from stub import platform
from understudy import Client, _emulator, _tables, _upload
from understudy.__main__ import main
from understudy._progress import ProgressLine

USER = (200, {"name": "Ada"})


def client_of(url, **options):
    return Client(url, "ust_secret", **{"patience": 30, **options})


class Retries(unittest.TestCase):
    def setUp(self):
        self.pauses = []
        patched = mock.patch("understudy._http.time.sleep", self.pauses.append)
        patched.start()
        self.addCleanup(patched.stop)

    def test_an_idempotent_call_is_retried_while_the_platform_is_unavailable(self):
        away = (503, {"message": "Service Unavailable"})
        with platform(away, None, away, USER) as (stub, url):
            client = client_of(url)
            self.assertEqual(client.user["name"], "Ada")
            self.assertEqual([asked.method for asked in stub.asked], ["GET"] * 4)
        self.assertEqual(len(self.pauses), 3)
        self.assertTrue(all(0 < pause <= 5 for pause in self.pauses))

    def test_a_call_that_would_do_something_twice_is_not_retried(self):
        with platform(USER, (503, {"message": "Service Unavailable"})) as (stub, url):
            job = understudy.Job(client_of(url)._connection, {"id": 7})
            job._connection.get("/user")
            with self.assertRaises(understudy.ServerError) as raised:
                job.stop()
            self.assertEqual((raised.exception.status, str(raised.exception)), (503, "Service Unavailable"))
            self.assertEqual(len(stub.asked), 2)
        with platform(USER, None) as (stub, url):
            job = understudy.Job(client_of(url)._connection, {"id": 7})
            job._connection.get("/user")
            with self.assertRaises(understudy.ConnectionFailed):
                job.stop()
            self.assertEqual(len(stub.asked), 2)

    def test_a_call_refused_with_429_is_retried_after_the_delay_that_the_platform_gives(self):
        busy = (429, {"message": "Too many"}, {"Retry-After": "3"})
        with platform(busy, (200, {"status": "Interrupted"})) as (stub, url):
            job = understudy.Job(client_of(url)._connection, {"id": 7})
            self.assertEqual(job.stop().status, "Interrupted")
            self.assertEqual(len(stub.asked), 2)
        self.assertEqual(self.pauses, [3.0])

    def test_retries_end_with_patience(self):
        with platform((429, {"message": "Too many"}, {"Retry-After": "60"})) as (stub, url):
            with self.assertRaises(understudy.TooManyCalls):
                client_of(url).user
            self.assertEqual(len(stub.asked), 1)
        self.assertEqual(self.pauses, [])

    def test_an_address_that_nothing_listens_on_fails_at_once(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
            with self.assertRaisesRegex(understudy.ConnectionFailed, "does not answer: Connection refused"):
                client_of(url).user
        self.assertEqual(self.pauses, [])


class Calls(unittest.TestCase):
    def test_carry_the_token_and_nothing_else_that_is_secret(self):
        with platform(USER) as (stub, url):
            client = client_of(url)
            client.user
            self.assertEqual(stub.asked[0].headers["Authorization"], "Bearer ust_secret")
            self.assertNotIn("secret", repr(client))

    def test_do_not_take_the_token_to_another_address(self):
        with platform(USER) as (elsewhere, there):
            with platform((302, None, {"Location": f"{there}/api/internal/user"})) as (_, url):
                with self.assertRaisesRegex(understudy.UnderstudyError, "use the address of"):
                    client_of(url).user
            self.assertEqual(elsewhere.asked, [])

    def test_raise_what_the_platform_says_by_field(self):
        said = {"message": "The request is invalid.", "errors": {"name": ["Name is required"]}}
        with platform((400, said)) as (_, url):
            with self.assertRaises(understudy.InvalidRequest) as raised:
                client_of(url).job(1)
        self.assertEqual(raised.exception.errors, {"name": ["Name is required"]})
        self.assertEqual(str(raised.exception), "The request is invalid.\n  name: Name is required")

    def test_raise_a_type_for_each_kind_of_refusal(self):
        kinds = {401: "NotSignedIn", 403: "NotAllowed", 404: "NotFound", 409: "Conflict", 500: "ServerError"}
        for status, kind in kinds.items():
            with platform((status, {"message": "No."})) as (_, url):
                with self.assertRaises(getattr(understudy, kind)):
                    client_of(url).job(1)

    def test_need_an_address_and_a_token(self):
        with mock.patch.dict("os.environ", {}, clear=True):
            with self.assertRaisesRegex(ValueError, "UNDERSTUDY_URL"):
                Client()
            with self.assertRaisesRegex(ValueError, "UNDERSTUDY_TOKEN"):
                Client("http://localhost:3000")
            with self.assertRaisesRegex(ValueError, "not the address of a platform"):
                Client("localhost:3000", "ust_secret")


class Tables(unittest.TestCase):
    rows = [{"x": 1.5, "name": "a,b", "curve": [1, 2.5]}, {"x": None, "name": 'say "b"', "curve": (3, 4)}]

    def test_are_the_same_file_in_whatever_shape_they_come(self):
        columns = {name: [row[name] for row in self.rows] for name in self.rows[0]}
        written = _tables.to_csv(self.rows)
        self.assertEqual(_tables.to_csv(columns), written)
        self.assertEqual(
            written.decode(), 'x,name,curve\n1.5,"a,b","[1.0, 2.5]"\n,"say ""b""","[3.0, 4.0]"\n'
        )

    def test_say_how_to_get_a_data_frame_where_pandas_is_not_installed(self):
        with mock.patch.dict("sys.modules", {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "needs pandas, which is not installed: run pip install pandas"):
                _tables.frame([{"a": 1}])

    def test_keep_every_digit(self):
        value = 0.1 + 0.2
        [row] = _tables.read_csv(io.StringIO(_tables.to_csv([{"x": value}]).decode()))
        self.assertEqual(row, {"x": value})

    def test_read_back_the_texts_that_no_spreadsheet_is_to_run(self):
        texts = ["=1+1", "-slope", "'=odd", "'plain", "-5", "+1e3"]
        written = [_tables.as_cell_text(text) for text in texts]
        self.assertEqual(written, ["'=1+1", "'-slope", "''=odd", "'plain", "-5", "+1e3"])
        self.assertEqual([_tables.from_cell_text(cell) for cell in written], texts)
        self.assertEqual(list(_tables.read_csv(io.StringIO("'-x,'=y\n-5,'@z\n"))), [{"-x": -5.0, "=y": "@z"}])

    def test_hold_empty_cells_where_a_run_failed(self):
        self.assertEqual(_tables.to_csv({"y": [1.0, float("nan")]}), b"y\n1.0\n\"\"\n")

    def test_are_refused_when_rows_or_columns_do_not_belong_together(self):
        for table in ([{"x": 1}, {"y": 1}], {"x": [1], "y": [1, 2]}, [], 7, [1, 2]):
            with self.assertRaises(ValueError):
                _tables.to_csv(table)


class Uploads(unittest.TestCase):
    def test_go_up_in_chunks_and_go_on_where_the_platform_says(self):
        ranges, told = [], []

        def receive(asked):
            ranges.append(asked.headers["Content-Range"])
            end = int(ranges[-1].split("-")[1].split("/")[0]) + 1
            return (201, {"file_id": "f1"}) if end == 24 else (200, {"received": end})

        with platform(receive) as (stub, url), mock.patch.object(_upload, "CHUNK", 10):
            found = _upload.upload(
                client_of(url)._connection, {"a b": list(range(10))}, "my table.csv", lambda *so: told.append(so)
            )
        self.assertEqual(found, "f1")
        self.assertEqual(ranges, ["bytes 0-9/24", "bytes 10-19/24", "bytes 20-23/24"])
        self.assertEqual(told, [(10, 24), (20, 24), (24, 24)])
        self.assertEqual(b"".join(asked.body for asked in stub.asked).decode().splitlines()[0], "a b")
        self.assertRegex(stub.asked[0].path, r"^/api/internal/upload/[0-9a-f]{16}-my-table\.csv$")


class Downloads(unittest.TestCase):
    def test_are_whole_or_not_there_and_leave_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("understudy._http.time.sleep"):
            file = os.path.join(folder, "data.csv")
            with platform((200, {"a": 1}), None, (503, {"message": "Away"}), (200, {"b": 2})) as (_, url):
                connection = client_of(url)._connection
                connection.download("/static/work_dirs/7/data.csv", file)
                connection.download("/static/work_dirs/7/data.csv", file)
            with open(file, encoding="utf-8") as found:
                self.assertEqual(found.read(), '{"b": 2}')
            with platform((404, {"message": "Job not found"})) as (_, url):
                with self.assertRaises(understudy.NotFound):
                    client_of(url)._connection.download("/static/work_dirs/7/data.csv", file + "2")
            self.assertEqual(os.listdir(folder), ["data.csv"])

    def test_tell_when_the_disk_is_what_fails(self):
        with platform((200, {"a": 1})) as (_, url):
            with self.assertRaises(FileNotFoundError):
                client_of(url)._connection.download("/static/work_dirs/7/data.csv", "/no/such/folder/data.csv")


def output(values, curve=None):
    bounds = {"lower_bounds": [v - 1 for v in values], "upper_bounds": [v + 1 for v in values]}
    return {"values": values, **bounds, "coordinate_values": curve}


class Predictions(unittest.TestCase):
    config = {
        "emulator_outputs": ["y"],
        "outputs": [{"name": "y", "unit": "", "length": 1, "coordinate_name": None}],
    }

    def answering(self, version=lambda call: 1):
        calls = []

        def answer(asked):
            if asked.method == "GET":
                return 200, self.config
            points = asked.json["inputs_list"]
            calls.append(len(points))
            return 200, {
                "status": "ready",
                "emulator_version": version(len(calls)),
                "outputs_list": [{"y": output([10 * point["x"]])} for point in points],
                "outside_list": [{"inputs": ["x"] if point["x"] > 8 else [], "is_far": False} for point in points],
            }

        return calls, answer

    def test_of_many_points_are_asked_for_in_batches_and_answered_in_their_order(self):
        calls, answer = self.answering()
        with platform(answer) as (_, url), mock.patch.object(_emulator, "MAX_POINTS", 4):
            found = _emulator.Emulator(client_of(url)._connection, 3).predict([{"x": x} for x in range(10)])
        self.assertEqual(calls, [4, 4, 2])
        self.assertEqual(found.mean["y"], [10 * x for x in range(10)])
        self.assertEqual((found[2].lower["y"], found[2].upper["y"]), (19, 21))
        self.assertEqual(repr(found[2]), "<Prediction y: 20.000 (19.000 .. 21.000)>")
        self.assertEqual([one.outside for one in found[8:]], [[], ["x"]])
        self.assertEqual(list(found.table()), ["y", "y_lower", "y_upper"])

    def test_of_large_points_are_asked_for_in_requests_of_a_limited_size(self):
        calls, answer = self.answering()
        points = [{"x": x, "a" * 200: 1} for x in range(7)]
        with platform(answer) as (_, url), mock.patch.object(_emulator, "MAX_CHARACTERS", 700):
            _emulator.Emulator(client_of(url)._connection, 3).predict(points)
        self.assertEqual(calls, [3, 3, 1])

    def test_are_all_of_one_emulator_even_when_a_newer_one_comes_meanwhile(self):
        calls, answer = self.answering(lambda call: 1 if call == 1 else 2)
        with platform(answer) as (_, url), mock.patch.object(_emulator, "MAX_POINTS", 4):
            found = _emulator.Emulator(client_of(url)._connection, 3).predict([{"x": x} for x in range(8)])
        self.assertEqual((calls, len(found)), ([4, 4, 4, 4], 8))

    def test_wait_for_an_emulator_that_is_being_read_and_no_longer_than_told(self):
        loading = (200, {"status": "loading", "emulator_version": 1})
        with platform(loading) as (_, url):
            with self.assertRaises(TimeoutError):
                _emulator.Emulator(client_of(url)._connection, 3).predict({"x": 1}, timeout=0.01)

    def test_stand_beside_the_numbers_of_rows_that_each_output_was_trained_and_measured_on(self):
        outputs = [
            {"name": "gain", "training_rows": 320, "validation_rows": 80},
            {"name": "margin", "training_rows": 168, "validation_rows": 35},
        ]
        with platform((200, {"status": "ready", "outputs": outputs})) as (_, url):
            counts = _emulator.Emulator(client_of(url)._connection, 3).row_counts()
        self.assertEqual(counts["margin"], understudy.RowCount(training=168, validation=35))
        self.assertEqual(counts["gain"].training, 320)
        config = {
            "outputs": [{"name": "gain"}, {"name": "margin"}],
            "output_rows": [{"output": "margin", "rows": 203}],
            "data_set_sizes": {"combined": 400},
        }
        unread = {**config, "output_rows": [], "data_set_sizes": {"combined": 0}}
        with platform((200, config), (200, unread)) as (_, url):
            job = understudy.Job(client_of(url)._connection, {"id": 3})
            self.assertEqual(job.row_counts, {"gain": 400, "margin": 203})
            self.assertEqual(job.row_counts, {})

    def test_are_made_for_columns_that_are_named_with_their_units(self):
        columns = {"inputs": [{"name": "R", "unit": "Ohm"}], "outputs": [{"name": "f (Hz)", "unit": ""}]}
        said = {"status": "ready", "emulator_version": 1, "outputs_list": [{"f (Hz)": output([5])}]}
        said["outside_list"] = [{"inputs": [], "is_far": False}]

        def answer(asked):
            if asked.method == "GET":
                return 200, columns
            given = [list(asked.json["inputs_list"][0]), asked.json["outputs"]]
            if given != [["R"], ["f (Hz)"]]:
                return 400, {"message": "The request is invalid.", "errors": {"inputs.R (Ohm)": ["No such input"]}}
            return 200, said

        with platform(answer) as (stub, url):
            emulator = _emulator.Emulator(client_of(url)._connection, 3)
            for name in ("R (Ohm)", "R [Ohm]", "R, Ohm"):
                found = emulator.predict({name: 1}, outputs=["f"])
                self.assertEqual(found.mean["f (Hz)"], 5, name)
            for names in (["R (kOhm)"], ["C (Ohm)"], ["R", "R (Ohm)"]):
                with self.assertRaises(understudy.InvalidRequest):
                    emulator.predict(dict.fromkeys(names, 1), outputs=["f"])
            calls = len(stub.asked)
            emulator.predict({"R": 1}, outputs=["f (Hz)"])
            self.assertEqual(len(stub.asked), calls + 1)

    def test_sensitivity_and_exports_take_names_with_or_without_units(self):
        columns = {"inputs": [], "outputs": [{"name": "f (Hz)", "unit": ""}, {"name": "g", "unit": "dB"}]}
        index = {"value": 1, "lower_bound": 1, "upper_bound": 1}
        indices = [{"first_order": index, "total": index}]
        refused = 400, {"message": "The request is invalid.", "errors": {"output": ["No such output"]}}

        def answer(asked):
            if asked.path.endswith("/config"):
                return 200, columns
            if "/sensitivity" in asked.path:
                if "f+%28Hz%29" not in asked.path and not asked.path.endswith("output=g"):
                    return refused
                found = {"standard_deviation": 2, "indices": indices}
                return 200, {"output": found, "inputs": [{"name": "R"}]}
            options = asked.json["options"]
            device = options.get("shape", {}).get("output", "g")
            if options["outputs"] != ["f (Hz)", "g"] or device != "g":
                return refused
            return 409, {"message": "begun"}

        with platform(answer) as (stub, url):
            emulator = _emulator.Emulator(client_of(url)._connection, 3)
            self.assertEqual(emulator.sensitivity("f").output, "f (Hz)")
            self.assertEqual(emulator.sensitivity("g (dB)").output, "g")
            for name in ("h", "g (Hz)"):
                with self.assertRaises(understudy.InvalidRequest):
                    emulator.sensitivity(name)
            shape = {"kind": "device", "output": "g (dB)"}
            for outputs in (["f", "g (dB)"], ["f [Hz]", "g"]):
                with self.assertRaisesRegex(understudy.Conflict, "begun"):
                    emulator.export("spice", "unused.zip", outputs=outputs, shape=shape)

    def test_of_curves_are_lists_with_their_coordinate(self):
        said = {"status": "ready", "emulator_version": 1, "outputs_list": [{"c": output([1, 2], [0.5, 1])}]}
        said["outside_list"] = [{"inputs": [], "is_far": True}]
        with platform((200, said)) as (_, url):
            found = _emulator.Emulator(client_of(url)._connection, 3).predict({"x": 1})
        self.assertEqual((found.mean["c"], found.coordinates["c"], found.is_far), ([1, 2], [0.5, 1], True))


class Servers(unittest.TestCase):
    SERVER = {"id": 1, "name": "Demo", "role": "All", "cores": 2, "running": 0, "allowed": 2, "held_back": None}
    VERSION = {"id": 4, "number": 1, "spec_id": 3, "name": "Op-amp", "fingerprint": "f0", "variables": [], "outputs": []}

    def run_on(self, only, problem, **server):
        """A version of a spec; ``problem``: why it does more than run ngspice."""
        servers = {"items": [{**self.SERVER, "only": only, **server}]}
        with platform(USER, (200, servers), (200, {"id": 9, "name": "Check"})) as (stub, url):
            connection = client_of(url)._connection
            connection.get("/user")
            understudy.SpecVersion(connection, {**self.VERSION, "demo_problem": problem}).run("Check")
            return stub.asked[2].json["resource"]["id"]

    def test_get_what_they_accept(self):
        self.assertEqual(self.run_on(["ngspice"], None), 1)
        self.assertEqual(self.run_on(["f0"], "It runs Python."), 1)
        self.assertEqual(self.run_on(None, "It runs Python."), 1)

    def test_get_nothing_else(self):
        refused = "None of your connected servers accepts Op-amp."
        for only, problem in ((["ngspice"], "It runs Python."), (["f1"], None)):
            with self.assertRaisesRegex(ValueError, refused):
                self.run_on(only, problem)
        with self.assertRaisesRegex(ValueError, refused):
            self.run_on(None, None, held_back="Too many failures")
        with self.assertRaisesRegex(ValueError, "You don't have any simulation resources connected."):
            self.run_on(None, None, role="Training")


class Waiting(unittest.TestCase):
    def job(self, **fields):
        record = {"id": 5, "name": "Amp", "progress_percentage": 40, "progress_text": None, "error": None}
        return {**record, "validation_errors": None, **fields}

    def test_ends_with_the_reason(self):
        reasons = {
            "JobFailed": self.job(status="Training Failed", error="No memory left."),
            "JobStopped": self.job(status="Interrupted"),
            "JobNeedsConfiguration": self.job(status="Awaiting Configuration"),
        }
        for kind, record in reasons.items():
            record["emulator_status"] = None
            with platform((200, record)) as (_, url):
                with self.assertRaises(getattr(understudy, kind)) as raised:
                    client_of(url).job(5).wait(progress=False)
            self.assertEqual(raised.exception.job.id, 5)
            self.assertIn(record["error"] or "Job 5", str(raised.exception))

    def test_warns_of_an_emulator_that_is_too_weak(self):
        outputs = [
            {"name": "gain", "coefficient_of_determination": 0.99},
            {"name": "phase", "coefficient_of_determination": -0.034},
        ]
        weak = self.job(status="Complete", emulator_status="available", emulator_verdict="not usable")
        weak["emulator_quality"] = {"outputs": outputs}
        with platform((200, weak)) as (_, url):
            with self.assertWarnsRegex(understudy.EmulatorWarning, "job 5 is not usable.*phase.*-3.4%"):
                client_of(url).job(5).emulator
        outputs[-1]["findings"] = [{"kind": "noise", "share": 0.6, "points": 9}, {"kind": "few groups", "groups": 8}]
        with platform((200, weak)) as (_, url):
            with self.assertWarnsRegex(understudy.EmulatorWarning, "What limits it: noise, few groups"):
                client_of(url).job(5).emulator
        outputs[-1]["findings"] = [{"kind": "unmeasurable", "values": 8}]
        with platform((200, weak)) as (_, url):
            with self.assertWarnsRegex(understudy.EmulatorWarning, "accuracy cannot be measured"):
                client_of(url).job(5).emulator
        weak["next_step"] = {"text": "It needs more.", "label": "Run 15 more simulations", "resumes": True}
        with platform((200, weak)) as (_, url):
            with self.assertWarnsRegex(understudy.EmulatorWarning, "needs more. Next step: Run 15 more simulations."):
                client_of(url).job(5).emulator
        good = {**weak, "emulator_verdict": "good"}
        with platform((200, good)) as (_, url), warnings.catch_warnings():
            warnings.simplefilter("error")
            client_of(url).job(5).emulator

    def test_ends_at_its_deadline(self):
        with platform((200, self.job(status="Training"))) as (_, url):
            with self.assertRaisesRegex(understudy.DeadlineExceeded, "not complete yet: Training"):
                client_of(url).job(5).wait(progress=False, timeout=0.01)

    def test_writes_a_line_a_status_where_there_is_no_terminal(self):
        written = io.StringIO()
        line = ProgressLine("Job 5", written)
        for status in ("Training", "Training", "Complete"):
            line.show(status, 40)
        line.close()
        self.assertEqual(written.getvalue(), "Job 5: Training\nJob 5: Complete\n")

    def test_sends_the_inputs_that_rows_which_go_together_agree_in(self):
        waiting = (200, self.job(status="Awaiting Configuration"))
        for group_by, sent in ((None, None), ([], []), (("w", "l"), ["w", "l"])):
            with platform(waiting, waiting, (200, self.job(status="Training"))) as (stub, url):
                client_of(url).job(5).start_training(group_by=group_by)
                self.assertEqual(stub.asked[-1].json.get("group_by"), sent)


class CommandLine(unittest.TestCase):
    """``python3 -m understudy train``"""

    def options_of(self, *flags):
        with mock.patch("understudy.__main__.Client") as client, contextlib.redirect_stdout(io.StringIO()):
            code = main(["train", "Filter", "p.csv", "o.csv", "--no-wait", "--quiet", *flags])
        self.assertEqual(code, 0)
        return client.return_value.train.call_args.kwargs

    def test_passes_every_choice_that_the_form_of_a_new_job_has(self):
        flags = """--ignore-failed-runs --ignore-missing-inputs --failed-run-mark gain=1e30 --failed-run-mark gain=-1
            --failed-run-mark a=b=0 --left-out-row 7 --number-duplicate-names --join-numbered-columns --complex-as polar
            --no-resample-curves --no-header-units --unwrap-angles --sweep-over vgs --sweep-by w --sweep-by l --group-by w --tag lab
            --source-job 3 --effort quick --validation-percentage 30 --server 2"""
        given = self.options_of(*flags.split())
        self.assertEqual(given["failed_run_marks"], {"gain": [1e30, -1.0], "a=b": [0.0]})
        self.assertEqual(given["sweep_curves"], {"over": "vgs", "by": ["w", "l"]})
        self.assertEqual((given["complex_as_parts"], given["complex_as_polar"]), (False, True))
        self.assertEqual((given["group_by"], given["left_out_rows"]), (["w"], [7]))
        self.assertEqual((given["resample_curves"], given["header_units"], given["train_on"]), (False, False, 2))
        # Every choice of the client's own method can be made on the command line.
        choices = set(inspect.signature(Client.train).parameters) - {"self", "name", "parameters", "outputs"}
        self.assertEqual(set(given), choices)

    def test_trains_on_a_machine_of_the_platform_by_its_word(self):
        self.assertEqual(self.options_of("--server", "provision")["train_on"], "provision")
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            self.options_of("--server", "cloud")

    def test_makes_the_choices_of_the_client_without_flags(self):
        given = self.options_of()
        for name, parameter in inspect.signature(Client.train).parameters.items():
            if name in given and name != "progress":
                # An empty list of the command line is no list of the client.
                self.assertEqual(given[name] or None, parameter.default or None, name)
        self.assertEqual(self.options_of("--no-groups")["group_by"], [])

    def test_says_what_a_flag_should_look_like(self):
        for flags, message in (
            (["--failed-run-mark", "1e30"], "'1e30' does not have the form output=value."),
            (["--failed-run-mark", "gain=x"], "'gain=x' does not have the form output=value."),
            (["--sweep-over", "vgs"], "--sweep-over and --sweep-by go together."),
        ):
            written = io.StringIO()
            with mock.patch("understudy.__main__.Client"), contextlib.redirect_stderr(written):
                self.assertEqual(main(["train", "Filter", "p.csv", "o.csv", *flags]), 1)
            self.assertEqual(written.getvalue(), message + "\n")


if __name__ == "__main__":
    unittest.main()

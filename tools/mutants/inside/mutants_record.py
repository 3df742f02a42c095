"""Started with every Python of the scratch environment: records which lines run, and for which test.

Does nothing without the variable MUTANTS_RECORD, the folder for the recordings. A process that a test starts
inherits the test's name from pytest.
"""

import os


def start(folder: str) -> None:
    import coverage

    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    recorder = coverage.Coverage(
        data_file=os.path.join(folder, "lines"),
        data_suffix=True,
        source=[os.environ["MUTANTS_SOURCE"]],
        context=test or None,
        config_file=False,
        messages=False,
    )
    recorder.set_option("run:sigterm", False)
    recorder.set_option(
        "run:disable_warnings", ["no-data-collected", "module-not-measured", "dynamic-conflict"]
    )
    recorder._warn_no_data = recorder._warn_unimported_source = False
    recorder.start()
    import atexit

    def save() -> None:
        recorder.stop()
        recorder.save()

    atexit.register(save)


if os.environ.get("MUTANTS_RECORD"):
    start(os.environ["MUTANTS_RECORD"])

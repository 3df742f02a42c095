"""`Group`: a command with subcommands that are imported on demand."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NoReturn

import click

__all__ = ["Group", "end_interrupted"]


class Group(click.Group):
    """A group whose help shows the whole first sentence of each command.

    ``modules`` maps each command that is not imported yet to its module, which has a command of that name.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str] | None = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.modules = modules or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules or self.commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        # For an unknown name, import all: click suggests a similar name from `commands`.
        for name in [cmd_name] if cmd_name in self.modules else self.modules:
            if name not in self.commands:
                module = import_module(f".{self.modules[name]}", __package__)
                self.add_command(getattr(module, name), name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(1000)) for name, command in found if command]
            )

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            end_interrupted()


def end_interrupted() -> NoReturn:
    """Ends a command after Ctrl-C, once it has shown what it has: exit code 130, as a shell expects.

    Commands that only Ctrl-C ends (`web`, `play`, `analyse --infinite`) end with 0.
    """
    raise click.exceptions.Exit(130) from None

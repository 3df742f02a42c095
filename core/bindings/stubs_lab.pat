# What nanobind.stubgen cannot determine about tabiya._lab. `make stubs` applies it.

tabiya._lab.race_links$:
    def race_links(scheme: str, threads: int, operations: int, slots: int) -> dict[str, float]:
        \doc

tabiya._lab.level$:
    level: str
    """The instruction set that it was compiled for, as of tabiya._core."""

tabiya._lab.Rival.counts$:
    @property
    def counts(self) -> dict[str, int]:
        \doc

tabiya._lab.Rival.guest$:
    def guest(self) -> object:
        \doc

tabiya._lab.Rival.error$:
    @property
    def error(self) -> BaseException | None:
        \doc

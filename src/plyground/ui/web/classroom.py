"""The page for the projector of a class: where students come in, and how many are there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyground.ui.web.protocol import Refused
from plyground.ui.web.qr_code import qr_rows
from plyground.ui.web.state import Data, Handler, Lab, Page


class Classroom:
    """The pages that are told how many students are there."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._pages: set[Page] = set()
        self._told = lab.students
        lab.on_attendance.add(self._tell)

    def watch(self, page: Page) -> None:
        """Tell this page from now on."""
        self._pages.add(page)

    def unwatch(self, page: Page) -> None:
        self._pages.discard(page)

    async def close(self) -> None:
        self._pages.clear()

    def _tell(self) -> None:
        if self._told != self._lab.students:
            self._told = self._lab.students
            for page in self._pages:
                page.push({"attendance": {"students": self._told}})


async def classroom(page: Page, fields: Mapping[str, Any]) -> Data:
    """The address for students, its QR code, and how many of them are there; later ones are told."""
    lab = page.lab
    if lab.class_address is None:
        raise Refused("server.no-class")
    lab.service(Classroom, lambda: Classroom(lab)).watch(page)
    return {"address": lab.class_address, "code": qr_rows(lab.class_address), "students": lab.students}


HANDLERS: dict[str, Handler] = {"classroom": classroom}

"""How a worker answers with objects, and how it ends."""

from __future__ import annotations

from multiprocessing import Pipe

import pytest

from plyground.errors import PlygroundError
from plyground.workers.object_channel import serve_objects


def double(number: int) -> int:
    if number < 0:
        raise PlygroundError(f"no number {number}")
    return 2 * number


def test_answers_and_errors_come_in_the_order_of_the_requests() -> None:
    (requests, asker), (reader, answers) = Pipe(duplex=False), Pipe(duplex=False)
    for number in (1, -1, 3):
        asker.send(number)
    asker.close()
    serve_objects(requests, answers, double)
    assert (reader.recv(), str(reader.recv()), reader.recv()) == (2, "no number -1", 6)


@pytest.mark.parametrize("number", [1, -1])
def test_a_worker_ends_quietly_when_nobody_reads_its_answers(number: int) -> None:
    """After Ctrl-C to all processes a worker printed a BrokenPipeError with its traceback."""
    (requests, asker), (reader, answers) = Pipe(duplex=False), Pipe(duplex=False)
    asker.send(number)
    reader.close()
    serve_objects(requests, answers, double)

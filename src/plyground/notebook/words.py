"""The sentences that a widget may need, in one language."""

from __future__ import annotations

from typing import Any

from plyground.words import sentences, tongue

BOARD = (
    "play.",
    "value.",
    "player.",
    "agent.",
    "remark.",
    "notebook.",
    "refused.",
    "why.",
    "reason.",
    "web.",
)
EXPLAIN = ("explain.", "agent.", "web.")


def widget_words(sections: tuple[str, ...], language: str | None) -> dict[str, Any]:
    """What the modules of the laboratory make a speaker of."""
    spoken = tongue(language).language
    said = {key: sentence for key, sentence in sentences(spoken).items() if key.startswith(sections)}
    return {"language": spoken, "catalogue": said}

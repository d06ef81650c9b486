"""Where the keyboard's focus goes: through the controls in their order, or to the one beside."""

from __future__ import annotations

from plyground.ui.window.scene import Scene


def names(scene: Scene) -> list[str]:
    """The controls that can be pressed, in their order."""
    return [placed.control.name for placed in scene.controls if placed.control.enabled]


def opening(scene: Scene) -> str | None:
    """The focus when a dialog opens: on what is chosen there; without a dialog, the board."""
    if scene.card is None:
        return None
    chosen = [p.control.name for p in scene.card.controls if p.control.on or p.control.main]
    return next(iter(chosen or names(scene)), None)


def following(scene: Scene, now: str | None, step: int) -> str | None:
    """The next or previous control; the board comes between the last and the first, without a dialog."""
    stops: list[str | None] = [*names(scene)]
    if scene.card is None and scene.grid:
        stops.append(None)
    if not stops:
        return None
    if now not in stops:
        return stops[0 if step > 0 else -1]
    return stops[(stops.index(now) + step) % len(stops)]


def beside(scene: Scene, now: str | None, way: tuple[int, int]) -> str | None:
    """The nearest control in a direction; the same one if there is none."""
    here = scene.named(now) if now else None
    if here is None:
        return following(scene, now, 1)
    best, distance = now, float("inf")
    for placed in scene.controls:
        if not placed.control.enabled or placed.control.name == now:
            continue
        x = placed.rect.centerx - here.rect.centerx
        y = placed.rect.centery - here.rect.centery
        along = x * way[0] + y * way[1]
        across = abs(x * way[1]) + abs(y * way[0])
        if along > 4 and along + 3 * across < distance:
            best, distance = placed.control.name, along + 3 * across
    return best

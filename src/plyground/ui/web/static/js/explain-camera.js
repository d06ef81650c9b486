// A picture that is dragged, pinched and zoomed: where the world is on the screen.

const LEAST = 0.2;
const MOST = 3;
const MAX_FIT = 2.6;
const SMALL_TEXT = 14; // of the smallest text on a node: on a projector it has 20 pixels, on a phone 8
const PROJECTOR = 1500; // pixels of a picture that is looked at from afar
const MARGIN = 18;
const DRAG = 4; // pixels that a click may move

/** A camera over an element; `onMove` is called after every change, `onTap(target)` for clicks without a drag. */
export function cameraOver(element, { onMove, onTap }) {
  let [x, y, scale] = [0, 0, 1]; // screen = world · scale + (x, y)
  let following = true;
  const fingers = new Map();
  let tapped = null;

  const size = () => [element.clientWidth || 600, element.clientHeight || 400];
  const inside = (clientX, clientY) => {
    const { left, top } = element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };

  function zoom(factor, [atX, atY] = size().map((side) => side / 2)) {
    const wanted = Math.min(MOST, Math.max(LEAST, scale * factor));
    x = atX - ((atX - x) * wanted) / scale;
    y = atY - ((atY - y) * wanted) / scale;
    scale = wanted;
    following = false;
    onMove();
  }

  function pan(dx, dy) {
    x += dx;
    y += dy;
    following = false;
    onMove();
  }

  /** Show all of a layout if that stays legible; else what is around a box, near to where it was unless `anew`. */
  function fit({ left, width, height }, box, anew) {
    const [wide, high] = size();
    const [across, down] = [(wide - 2 * MARGIN) / width, (high - 2 * MARGIN) / height];
    const [least, easy] = (wide >= PROJECTOR ? [20, 20] : [8, 12]).map((pixels) => pixels / SMALL_TEXT);
    const whole = Math.min(across, down) >= least;
    scale = whole ? Math.min(across, down, MAX_FIT) : Math.min(Math.max(down, least), easy);
    if (whole) x = wide / 2 - (left + width / 2) * scale;
    else if (anew) x = wide / 2 - box.x * scale;
    if (height * scale <= high) y = Math.max(MARGIN, (high - height * scale) / 2);
    if (!whole) keepInView(box);
  }

  /** Move just enough to show a box. */
  function keepInView(box) {
    const [wide, high] = size();
    const [atX, atY] = [box.x * scale + x, box.y * scale + y];
    const [roomX, roomY] = [Math.min(140, wide / 3), Math.min(90, high / 4)];
    x += atX < roomX ? roomX - atX : atX > wide - roomX ? wide - roomX - atX : 0;
    y += atY < roomY ? roomY - atY : atY > high - roomY - 40 ? high - roomY - 40 - atY : 0;
  }

  element.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return; // the page scrolls on
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), inside(event.clientX, event.clientY));
  }, { passive: false });

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    tapped = fingers.size === 1 ? { target: event.target, from: [event.clientX, event.clientY] } : null;
  });
  element.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (tapped) {
      if (Math.hypot(now[0] - tapped.from[0], now[1] - tapped.from[1]) <= DRAG) return;
      tapped = null;
      element.setPointerCapture(event.pointerId);
    }
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    fingers.set(event.pointerId, now);
    if (!other) return void pan(now[0] - before[0], now[1] - before[1]);
    const apart = ([px, py]) => Math.max(1, Math.hypot(px - other[0], py - other[1]));
    zoom(apart(now) / apart(before), inside((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
    pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    element.addEventListener(kind, (event) => {
      fingers.delete(event.pointerId);
      if (kind === "pointerup" && tapped) onTap(tapped.target);
      tapped = null;
    });
  }

  return {
    zoom, pan, fit, keepInView,
    shift(dx, dy) {
      x -= dx * scale;
      y -= dy * scale;
    },
    get transform() { return `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`; },
    get view() {
      const [wide, high] = size();
      return { left: -x / scale, top: -y / scale, right: (wide - x) / scale, bottom: (high - y) / scale };
    },
    get following() { return following; },
    follow() { following = true; },
  };
}

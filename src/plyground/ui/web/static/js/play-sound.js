// Sounds of the game, made by the browser itself. Loaded when somebody switches them on.

const NOTES = { x: [[330, 0.05]], o: [[262, 0.05]], won: [[392, 0], [494, 0.09], [587, 0.18]], drawn: [[330, 0], [294, 0.12]] };

/** What a view sounds like after another one: the name of a sound, or null. */
export function soundOf(before, view) {
  if (!before || before.game !== view.game || view.set_up || view.played.length !== before.played.length + 1) return null;
  if (view.outcome) return view.outcome.winner === null ? "drawn" : "won";
  return view.played.at(-1).player ? "o" : "x";
}

let audio = null; // made with the first sound: browsers want a click before

/** Play a sound, if it has a name. */
export function play(name) {
  if (!name) return;
  audio ??= new AudioContext();
  for (const [pitch, after] of NOTES[name]) note(pitch, after);
}

function note(pitch, after) {
  const [tone, loud] = [audio.createOscillator(), audio.createGain()];
  const begin = audio.currentTime + after;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, begin);
  loud.gain.setValueAtTime(0.0001, begin);
  loud.gain.exponentialRampToValueAtTime(0.16, begin + 0.008);
  loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.16);
  tone.connect(loud).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + 0.18);
}

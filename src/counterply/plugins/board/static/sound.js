// A short sound for each move, and another for the end of a game; off by default.

import { settings } from "/settings.js";
import { on } from "/signals.js";

const MOVE = [[190, 0]]; // pitches in hertz, each with its beginning in seconds
const END = [[262, 0], [330, 0.12], [392, 0.24]];
const [LENGTH, LOUD] = [0.1, 0.25];

let audio = null;
let heard = null;

on("shown", (node, view) => {
  const opened = heard === null;
  if (node === heard) return;
  heard = node;
  if (settings.sound && node.parent && !opened) play(view.outcome === "ongoing" ? MOVE : END);
});

function play(tones) {
  audio ??= new AudioContext();
  for (const [pitch, delay] of tones) {
    const [tone, volume, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + delay];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + LENGTH);
  }
}

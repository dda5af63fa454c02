/** A few sounds made by the browser itself: wood, a bell, a chime. */

let context: AudioContext | null = null;

function tone(frequency: number, start: number, length: number, volume: number, kind: OscillatorType = "sine"): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  const begin = context.currentTime + start;
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(frequency, begin);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

const SOUNDS = {
  place: () => {
    tone(420, 0, 0.07, 0.12, "triangle");
    tone(180, 0, 0.09, 0.14);
  },
  capture: () => {
    tone(660, 0, 0.5, 0.09);
    tone(990, 0.06, 0.6, 0.06);
  },
  turn: () => {
    tone(523, 0, 0.25, 0.07);
    tone(784, 0.12, 0.4, 0.07);
  },
  over: () => {
    for (const [n, frequency] of [392, 523, 659, 784].entries()) tone(frequency, n * 0.14, 0.6, 0.07);
  },
};

export type Sound = keyof typeof SOUNDS;

export function sound(name: Sound, isOn: boolean): void {
  // Browsers allow sound only once the page has been touched.
  if (!isOn || !navigator.userActivation?.hasBeenActive) return;
  // After the next picture: making the first sound takes longer than laying a tile may.
  requestAnimationFrame(() =>
    setTimeout(() => {
      context ??= new AudioContext();
      void context.resume();
      SOUNDS[name]();
    }),
  );
}

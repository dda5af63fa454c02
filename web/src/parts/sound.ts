/** The table's sounds, made by the browser itself: wood on wood, a temple bell, a drum. There is nothing to load. */

let context: AudioContext | null = null;

/** Partials of a struck body: how high, how loud and how long each is, against the first. */
type Body = readonly (readonly [ratio: number, volume: number, length: number])[];

/** A tile of wood on a board: dull, and gone at once. */
const WOOD: Body = [
  [1, 1, 1],
  [2.57, 0.45, 0.6],
  [4.21, 0.2, 0.35],
];
/** A small bell: its partials do not fit each other, and the lowest lasts longest. */
const BELL: Body = [
  [0.5, 0.35, 1.3],
  [1, 1, 1],
  [1.19, 0.4, 0.8],
  [1.98, 0.35, 0.55],
  [2.74, 0.22, 0.4],
  [4.1, 0.1, 0.22],
];

/** The same place for everything that is heard: a little duller and a little nearer than the bare tones. */
const rooms = new WeakMap<BaseAudioContext, AudioNode>();
function roomOf(at: BaseAudioContext): AudioNode {
  const known = rooms.get(at);
  if (known) return known;
  const dull = at.createBiquadFilter();
  dull.type = "lowpass";
  dull.frequency.value = 5200;
  const echo = at.createDelay(0.2);
  echo.delayTime.value = 0.083;
  const back = at.createGain();
  back.gain.value = 0.16;
  dull.connect(at.destination);
  dull.connect(echo).connect(back).connect(at.destination);
  rooms.set(at, dull);
  return dull;
}

function fade(at: BaseAudioContext, start: number, length: number, volume: number): GainNode {
  const gain = at.createGain();
  const begin = at.currentTime + start;
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(roomOf(at));
  return gain;
}

function strike(at: BaseAudioContext, body: Body, pitch: number, start: number, length: number, volume: number): void {
  for (const [ratio, loud, long] of body) {
    const tone = at.createOscillator();
    tone.frequency.value = pitch * ratio;
    tone.connect(fade(at, start, length * long, volume * loud));
    tone.start(at.currentTime + start);
    tone.stop(at.currentTime + start + length * long);
  }
}

/** The click of the touch itself, and the skin of a drum: a breath of noise. */
function brush(at: BaseAudioContext, pitch: number, start: number, length: number, volume: number): void {
  const noise = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = at.createBufferSource();
  source.buffer = noise;
  const band = at.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fade(at, start, length, volume));
  source.start(at.currentTime + start);
}

/** The tones of a skin. The deepest is hardly heard from a phone, so the drum lives by the two above it. */
const SKIN: Body = [
  [1, 0.55, 1],
  [1.59, 1, 0.7],
  [2.3, 0.45, 0.45],
];
function drum(at: BaseAudioContext, start: number, volume: number): void {
  const begin = at.currentTime + start;
  for (const [ratio, loud, long] of SKIN) {
    const skin = at.createOscillator();
    skin.frequency.setValueAtTime(170 * ratio, begin);
    skin.frequency.exponentialRampToValueAtTime(104 * ratio, begin + 0.14);
    skin.connect(fade(at, start, 0.5 * long, volume * loud));
    skin.start(begin);
    skin.stop(begin + 0.5 * long);
  }
  brush(at, 520, start, 0.05, volume * 0.6);
}

export const SOUNDS = {
  /** A tile is laid. No two sound quite alike. */
  place: (at: BaseAudioContext) => {
    const pitch = 310 + Math.random() * 50;
    strike(at, WOOD, pitch, 0, 0.11, 0.16);
    brush(at, 2400, 0, 0.03, 0.12);
  },
  /** A piece is taken: the tile, then a bell. */
  capture: (at: BaseAudioContext) => {
    strike(at, WOOD, 290, 0, 0.11, 0.13);
    strike(at, BELL, 740, 0.05, 1.3, 0.05);
  },
  /** Two clappers, as before a play begins. */
  turn: (at: BaseAudioContext) => {
    strike(at, WOOD, 620, 0, 0.13, 0.12);
    strike(at, WOOD, 690, 0.17, 0.16, 0.12);
  },
  /** Three beats of a drum, and the large bell. */
  over: (at: BaseAudioContext) => {
    drum(at, 0, 0.11);
    drum(at, 0.36, 0.08);
    drum(at, 0.54, 0.13);
    strike(at, BELL, 294, 0.56, 3.2, 0.07);
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
      SOUNDS[name](context);
    }),
  );
}

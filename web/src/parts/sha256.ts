/** SHA-256 of a text, as hex. Browsers have their own, but not on pages without a secure connection. */

const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turn = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const length = ((bytes.length + 8) >> 6) + 1;
  const words = new Int32Array(length * 16);
  for (const [n, byte] of bytes.entries()) words[n >> 2]! |= byte << (24 - (n % 4) * 8);
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length % 4) * 8);
  words[words.length - 1] = bytes.length * 8;
  const hash = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    for (let n = 0; n < 64; n += 1) {
      if (n < 16) w[n] = words[block + n]!;
      else {
        const a = w[n - 15]!;
        const b = w[n - 2]!;
        w[n] =
          (w[n - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[n - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
          0;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[n]! + w[n]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) hash[n] = (hash[n]! + value) | 0;
  }
  return hash.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A whole number as somebody typed it, within its ends. */
export const figure = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.round(value) || least));

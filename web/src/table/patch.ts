/** JSON merge patches (RFC 7396), without changing what was there. */

import type { Changes } from "../messages";

export function merge<T extends object>(base: T, changes: Changes | null | undefined): T {
  if (!changes) return base;
  return apply(base, changes) as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function apply(base: unknown, changes: unknown): unknown {
  if (!isObject(changes)) return changes;
  const result: Record<string, unknown> = isObject(base) ? { ...base } : {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete result[name];
    else result[name] = apply(result[name], value);
  }
  return result;
}

/** The merge patch that leads from one value to another. */
export function difference(from: unknown, to: unknown): Changes {
  const changes: Changes = {};
  const [before, after] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
  for (const name of Object.keys(before)) if (!(name in after) || after[name] === null) changes[name] = null;
  for (const [name, value] of Object.entries(after)) {
    if (value === null || JSON.stringify(before[name]) === JSON.stringify(value)) continue;
    changes[name] = isObject(value) && isObject(before[name]) ? difference(before[name], value) : value;
  }
  return changes;
}

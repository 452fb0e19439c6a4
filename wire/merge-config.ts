import { configDifference, same } from './config-difference.ts';

type Plain = Record<string, unknown>;

/**
 * Merges two users' changes to the same config: `mine` where I changed a value, `theirs` elsewhere. A list is one
 * value. Where both changed the same value differently, mine wins and the path is reported.
 */
export function mergeConfig<Config>(
  base: Config,
  mine: Config,
  theirs: Config,
): { merged: Config; conflicts: string[] } {
  const conflicts: string[] = [];
  const merged = merge(base, mine, theirs, '', conflicts) as Config;
  return { merged, conflicts };
}

function merge(base: unknown, mine: unknown, theirs: unknown, path: string, conflicts: string[]): unknown {
  if (same(base, mine)) return theirs;
  if (same(base, theirs) || same(mine, theirs)) return mine;
  if (isPlain(mine) && isPlain(theirs)) {
    const before = isPlain(base) ? base : {};
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    const entries = [...names].map((name) => [
      name,
      merge(before[name], mine[name], theirs[name], path === '' ? name : `${path}.${name}`, conflicts),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  conflicts.push(...configDifference(mine, theirs, path).map((change) => change.path));
  return mine;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

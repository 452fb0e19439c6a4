import { isObject, objectOf, same } from './json.ts';

/** One changed value of a config. `before` is undefined where something was added, `after` where it was removed. */
export interface ConfigChange {
  /** Such as `portal.url` or `integrations.street-view.title`: entries with an id are named by it. */
  path: string;
  before?: unknown;
  after?: unknown;
}

type Plain = Readonly<Record<string, unknown>>;

/** The differences between two configs, in the order of their parts. Lists of plain values are compared as a whole. */
export function configDifference(before: unknown, after: unknown, path = ''): ConfigChange[] {
  // Only values without parts are compared as a whole: otherwise each level would compare all those below it again.
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => configDifference(before[name], after[name], joined(path, name)));
  }
  if (isNamedList(before) && isNamedList(after)) return listDifference(before, after, path);
  return same(before, after) ? [] : [{ path, before, after }];
}

function listDifference(before: readonly Named[], after: readonly Named[], path: string): ConfigChange[] {
  const byId = (list: readonly Named[]) => Object.fromEntries(list.map((entry) => [entry.id, entry]));
  const changes = configDifference(byId(before), byId(after), path);
  const [ids, otherIds] = [before, after].map((list) => list.map(({ id }) => id));
  const kept = (list: readonly string[] = [], other: readonly string[] = []) => {
    const known = new Set(other);
    return list.filter((id) => known.has(id));
  };
  const [old, next] = [kept(ids, otherIds), kept(otherIds, ids)];
  // Compares the order of common entries; added and removed ones are already listed.
  return same(old, next) ? changes : [...changes, { path, before: old, after: next }];
}

interface Named extends Plain {
  id: string;
}

function isNamedList(value: unknown): value is readonly Named[] {
  return Array.isArray(value) && value.every((entry) => isObject(entry) && typeof entry['id'] === 'string');
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

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
  if (isObject(mine) && isObject(theirs)) {
    const before = objectOf(base);
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

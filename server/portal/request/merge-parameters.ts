import { MappingError } from '../../../wire/errors.ts';

export interface Parameters {
  /** The first value of each name. */
  parameters: Readonly<Record<string, string>>;
  /** Every value of each name, in order. */
  all: Readonly<Record<string, readonly string[]>>;
  /** Names with only blank values, which some operations read as “clear this”. */
  blank: ReadonlySet<string>;
}

/**
 * Merges query string and body into one set, as ArcGIS clients use either: a blank value counts as absent, a repeated name keeps
 * its values, and the body wins where both have a parameter. The records have no prototype, so no name is special.
 * @throws MappingError `portal:invalid-parameters` for a NUL character, which the database cannot store
 */
export function mergeParameters(
  query: Iterable<[string, unknown]>,
  body: Iterable<[string, unknown]>,
): Parameters {
  const all: Record<string, readonly string[]> = Object.create(null);
  const blank = new Set<string>();
  for (const source of [query, body]) {
    for (const [name, values] of collect(source)) {
      if (values.length > 0) all[name] = values;
      else blank.add(name);
    }
  }
  for (const name of Object.keys(all)) blank.delete(name);
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, [first]] of Object.entries(all)) if (first !== undefined) parameters[name] = first;
  return { parameters, all, blank };
}

function collect(entries: Iterable<[string, unknown]>): Map<string, string[]> {
  const collected = new Map<string, string[]>();
  for (const [name, value] of entries) {
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text !== 'string') continue;
      if (text.includes('\0') || name.includes('\0')) throw nulCharacter();
      const before = collected.get(name) ?? [];
      collected.set(name, text.trim() === '' ? before : [...before, text]);
    }
  }
  return collected;
}

export function nulCharacter(): MappingError {
  return new MappingError(
    'portal:invalid-parameters',
    'Invalid parameters: a NUL character is not allowed.',
    { status: 400 },
  );
}

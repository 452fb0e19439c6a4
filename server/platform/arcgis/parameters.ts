import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { decodeFormValue, type FormValue } from '../http/large-forms.ts';
import { parseJson } from '../safety/json-shape.ts';
import { TooHeavy } from '../threads/too-heavy.ts';

/** A parameter that does not fit: 400 of the ArcGIS envelope, with the parameter's name and the problem in `details`. */
export function parameterError(
  name: string,
  problem: string,
  message = 'Cannot perform query. Invalid query parameters.',
): MappingError {
  return new MappingError('arcgis:invalid-parameter', message, {
    status: 400,
    faults: [{ path: name, message: problem }],
  });
}

/**
 * The parameters of a request, whichever way they came (docs/arcgis-protocol.md#requests): names match in any letter case, a
 * blank value counts as absent, the first of repeated values counts, and a later source wins over an earlier one (the body
 * over the query string). What is not text is no parameter.
 */
export class Parameters {
  /** By lower-case name. A large value of a form stays as it came until it is read. */
  readonly #values = new Map<string, readonly FormValue[]>();
  readonly #blank = new Set<string>();
  #longest = Infinity;

  /**
   * @param sources objects, or lists of names and values
   * @throws MappingError `arcgis:invalid-parameter` (400) for a NUL character, which the database cannot store
   */
  constructor(...sources: unknown[]) {
    for (const source of sources) {
      for (const [name, values] of collect(source)) {
        if (values.length > 0) this.#values.set(name, values);
        else this.#blank.add(name);
      }
    }
    for (const name of this.#values.keys()) this.#blank.delete(name);
  }

  /** The same parameters, except that reading a large value throws `TooHeavy`. */
  onLoop(): this {
    this.#longest = limits.loopCharacters;
    return this;
  }

  /** All values by lower-case name, for another thread. */
  raw(): ReadonlyMap<string, readonly FormValue[]> {
    return this.#values;
  }

  /** Lower-case names that came with only blank values, which some operations read as “clear this”. */
  blank(): ReadonlySet<string> {
    return this.#blank;
  }

  /** The same parameters with some values replaced; an empty value removes one. */
  with(values: Readonly<Record<string, string>>): Parameters {
    const replaced = new Set(Object.keys(values).map((name) => name.toLowerCase()));
    const kept = [...this.#values].filter(([name]) => !replaced.has(name));
    const changed = new Parameters(kept, values);
    changed.#longest = this.#longest;
    return changed;
  }

  /** @throws TooHeavy for a large value on the event loop */
  text(name: string): string | undefined {
    const value = this.#values.get(name.toLowerCase())?.[0];
    if (value === undefined) return undefined;
    if (value.length > this.#longest) throw new TooHeavy();
    if (typeof value === 'string') return value;
    const decoded = decodeFormValue(value);
    if (decoded.includes('\0')) throw nulCharacter(name);
    return decoded;
  }

  /** A value of ordinary length; a large one counts as absent. */
  short(name: string): string | undefined {
    const value = this.#values.get(name.toLowerCase())?.[0];
    return value === undefined || value.length > limits.loopCharacters ? undefined : this.text(name);
  }

  flag(name: string, otherwise = false): boolean {
    const text = this.text(name)?.toLowerCase();
    return text === undefined ? otherwise : text === 'true' || text === '1';
  }

  /** @throws MappingError 400 unless it is a number within the limits */
  number(name: string, { least = -Infinity, most = Infinity, whole = false } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) {
      throw parameterError(name, whole ? 'Expected a whole number.' : 'Expected a number.');
    }
    if (value < least || value > most)
      throw parameterError(name, `Expected a number from ${least} to ${most}.`);
    return value;
  }

  /** @throws MappingError 400 unless it is JSON */
  json(name: string): unknown {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return parseJson(text) as unknown;
    } catch {
      throw parameterError(name, 'Not valid JSON.');
    }
  }

  /** Names or ids: comma-separated or a JSON array. */
  list(name: string): string[] | undefined {
    const text = this.text(name)?.trim();
    if (text === undefined) return undefined;
    const members = text.startsWith('[') ? this.json(name) : text.split(',');
    if (!Array.isArray(members)) throw parameterError(name, 'Expected a list.');
    // An object may not even become text: its own `toString` may be anything.
    if (members.some((member) => typeof member === 'object' && member !== null))
      throw parameterError(name, 'Expected a list of names or ids.');
    return members.map((member) => String(member).trim()).filter((member) => member !== '');
  }

  /** Object ids: whole numbers. */
  ids(name: string): number[] | undefined {
    return this.list(name)?.map((member) => {
      const id = Number(member);
      if (!Number.isSafeInteger(id)) throw parameterError(name, 'Expected object ids, separated by commas.');
      return id;
    });
  }
}

/** The values that a source has of each name, without blank ones. */
function collect(source: unknown): Map<string, FormValue[]> {
  const collected = new Map<string, FormValue[]>();
  for (const [name, value] of entriesOf(source)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each !== 'string' && !(each instanceof Uint8Array)) continue;
      if (name.includes('\0') || (typeof each === 'string' && each.includes('\0'))) throw nulCharacter(name);
      const key = name.toLowerCase();
      const values = collected.get(key) ?? [];
      collected.set(key, values);
      if (typeof each !== 'string' || each.trim() !== '') values.push(each);
    }
  }
  return collected;
}

function entriesOf(source: unknown): Iterable<readonly [string, unknown]> {
  if (typeof source !== 'object' || source === null || source instanceof Uint8Array) return [];
  if (source instanceof Map) return source as Map<string, unknown>;
  if (!Array.isArray(source)) return Object.entries(source);
  return source.filter(
    (entry): entry is [string, unknown] => Array.isArray(entry) && typeof entry[0] === 'string',
  );
}

function nulCharacter(name: string): MappingError {
  return parameterError(
    name.replaceAll('\0', ''),
    'A text cannot hold the character NUL.',
    'Invalid parameters: a NUL character is not allowed.',
  );
}

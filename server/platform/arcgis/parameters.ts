import { type Fault, MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { faultText } from '../http/arcgis-error.ts';
import { decodeFormValue, type FormValue } from '../http/read-forms.ts';
import { TooHeavy } from '../threads/too-heavy.ts';

/** Parameters that do not fit: 400 of the ArcGIS envelope, with their names and problems in its details. */
export function invalidParameters(faults: readonly Fault[]): MappingError {
  const problems = faults.map(faultText).join(' ');
  // Binary clients read only short errors, and the details say the same.
  const message = problems.length > longestSummary ? 'see the details.' : problems;
  return new MappingError('arcgis:invalid-parameter', `Invalid or missing input parameters: ${message}`, {
    status: 400,
    faults,
  });
}

const longestSummary = 250;

/** One parameter that does not fit. */
export function parameterError(name: string, problem: string): MappingError {
  return invalidParameters([{ path: name, message: problem }]);
}

/**
 * The parameters of a request, however they were sent (docs/arcgis-protocol.md#requests): names match in any
 * letter case, a blank value counts as absent, the first of repeated values counts, and a later source
 * overrides an earlier one (the body the query string). Values other than text are ignored. Operations read
 * them by a schema (`readOperation`).
 */
export class Parameters {
  /** By lower-case name. A large form value stays encoded until it is read. */
  #values = new Map<string, readonly FormValue[]>();
  readonly #blank = new Set<string>();
  /** The same parameters with other values (`with`). */
  readonly #copies: Parameters[] = [];
  #isForgotten = false;
  #longest = Infinity;
  #max = Infinity;
  #unlimited = '';

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

  /** The same parameters, except that reading a value with more than `longest` characters throws `TooHeavy`. */
  onLoop(longest: number = limits.loopCharacters): this {
    this.#longest = longest;
    return this;
  }

  /** The same parameters, except that reading a value with more than `max` characters is an error; only `except` may be longer. */
  atMost(max: number, except = ''): this {
    this.#max = max;
    this.#unlimited = except.toLowerCase();
    return this;
  }

  /** All values by lower-case name, for another thread. */
  raw(): ReadonlyMap<string, readonly FormValue[]> {
    this.#mustBeKnown();
    return this.#values;
  }

  /**
   * Drops the values of a request that has ended: the work of a job that it has started may refer to them for hours, and has to take
   * what it needs before (`WaitingParameters`). Reading them is an error from now on.
   */
  forget(): void {
    this.#values = new Map();
    this.#isForgotten = true;
    for (const copy of this.#copies) copy.forget();
  }

  #mustBeKnown(): void {
    if (this.#isForgotten) throw new Error('The request of these parameters has ended.');
  }

  /** Bytes of all values. */
  bytes(): number {
    let bytes = 0;
    for (const value of [...this.#values.values()].flat()) bytes += Buffer.byteLength(value);
    return bytes;
  }

  /** Lower-case names with only blank values. */
  blank(): ReadonlySet<string> {
    return this.#blank;
  }

  /** Whether a parameter has only blank values, which some operations read as “clear this”. */
  isBlank(name: string): boolean {
    return this.#blank.has(name.toLowerCase());
  }

  /** The same parameters with some values replaced; an empty value removes one. */
  with(values: Readonly<Record<string, string>>): Parameters {
    const replaced = new Set(Object.keys(values).map((name) => name.toLowerCase()));
    const kept = [...this.#values].filter(([name]) => !replaced.has(name));
    const changed = new Parameters(kept, values);
    changed.#longest = this.#longest;
    this.#copies.push(changed);
    return changed.atMost(this.#max, this.#unlimited);
  }

  /** The first value. @throws TooHeavy for a large value on the event loop, MappingError for one above `atMost` */
  text(name: string): string | undefined {
    const [value] = this.#given(name);
    return value === undefined ? undefined : this.#decode(name, value);
  }

  /** Every value of a repeated parameter, in order. @throws TooHeavy for a large value on the event loop */
  texts(name: string): string[] {
    return this.#given(name).map((value) => this.#decode(name, value));
  }

  #given(name: string): readonly FormValue[] {
    this.#mustBeKnown();
    return this.#values.get(name.toLowerCase()) ?? [];
  }

  #decode(name: string, value: FormValue): string {
    if (value.length > this.#longest) throw new TooHeavy();
    const decoded = typeof value === 'string' ? value : decodeFormValue(value);
    if (typeof value !== 'string' && decoded.includes('\0')) throw nulCharacter(name);
    if (decoded.length > this.#max && name.toLowerCase() !== this.#unlimited)
      throw parameterError(name, `Use at most ${this.#max} characters.`);
    return decoded;
  }

  /** A value of ordinary length; a large one counts as absent. */
  short(name: string): string | undefined {
    const [value] = this.#given(name);
    return value === undefined || value.length > limits.loopCharacters ? undefined : this.text(name);
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
  return parameterError(name.replaceAll('\0', ''), 'Text cannot contain the character NUL.');
}

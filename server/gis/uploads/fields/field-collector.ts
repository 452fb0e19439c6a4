import { cut, storedText } from '../../../platform/safety/stored-text.ts';
import type { FieldType } from '../../layer/field.ts';
import type { FieldInput } from '../../storage/service-input.ts';
import { parseGuid, parseInstant } from '../../where/temporal-literal.ts';
import {
  type SourceField,
  type SourceLayer,
  uploadFault,
  type UploadFeature,
  uploadLimits,
} from '../upload-source.ts';

/**
 * The kind of a value. `none` is empty and indicates nothing. A number with a decimal comma is of the kind `comma`, and one
 * whose comma may as well separate thousands is `unclear`.
 */
type ValueKind =
  'none' | 'boolean' | 'integer' | 'big' | 'double' | 'comma' | 'unclear' | 'date' | 'guid' | 'text';

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;
const commaDecimal = /^[+-]?\d+,\d+$/;
const maybeThousands = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const digit = /\d/;

/** The kind of a value from a format with types (GeoJSON): a number in quotation marks is text there. */
function kindOfTyped(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return kindOfNumber(value);
  if (typeof value !== 'string') return 'text';
  return parseInstant(value) === undefined ? 'text' : 'date';
}

/** The kind of a value from a format that has only texts (CSV, KML). */
function kindOfText(text: string, decimalCommas: boolean): ValueKind {
  const trimmed = text.trim();
  if (trimmed === '') return 'none';
  // Most texts have letters, which decides their kind at once.
  if (!digit.test(trimmed)) return 'text';
  if (integer.test(trimmed)) return kindOfDigits(trimmed);
  if (decimal.test(trimmed)) return Number.isFinite(Number(trimmed)) ? 'double' : 'text';
  if (commaDecimal.test(trimmed)) return !decimalCommas && maybeThousands.test(trimmed) ? 'unclear' : 'comma';
  if (parseInstant(trimmed) !== undefined) return 'date';
  return parseGuid(trimmed) === undefined ? 'text' : 'guid';
}

/** Postal codes and telephone numbers begin with a zero, which a number would lose; of a long number it would lose digits. */
function kindOfDigits(digits: string): ValueKind {
  if (/^[+-]?0\d/.test(digits) || digits.startsWith('+')) return 'text';
  const number = Number(digits);
  return Number.isSafeInteger(number) ? kindOfNumber(number) : 'text';
}

function kindOfNumber(number: number): ValueKind {
  if (!Number.isInteger(number)) return 'double';
  if (Math.abs(number) <= 2_147_483_647) return 'integer';
  // Larger numbers have lost digits already.
  return Number.isSafeInteger(number) ? 'big' : 'double';
}

const numeric = new Set<FieldType>([
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeDouble',
]);
const isNumeric = (type: FieldType) => numeric.has(type);

/** Whether a value is the text of a whole number with more digits than a number keeps (`wholeNumberOf`). */
function isLongNumber(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length > 15 &&
    integer.test(value) &&
    !Number.isSafeInteger(Number(value))
  );
}

/** A whole number of a file, as text where a number would lose digits. */
export function wholeNumberOf(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** The type that holds both; texts hold everything. */
const wider: Readonly<Partial<Record<ValueKind, Partial<Record<ValueKind, ValueKind>>>>> = {
  boolean: { integer: 'integer', big: 'big', double: 'double' },
  integer: { boolean: 'integer', big: 'big', double: 'double', comma: 'comma', unclear: 'unclear' },
  big: { boolean: 'big', integer: 'big', double: 'double', comma: 'comma', unclear: 'unclear' },
  double: { boolean: 'double', integer: 'double', big: 'double' },
  comma: { integer: 'comma', big: 'comma', unclear: 'comma' },
  unclear: { integer: 'unclear', big: 'unclear', comma: 'comma' },
};

const types: Readonly<Record<ValueKind, FieldType>> = {
  none: 'esriFieldTypeString',
  boolean: 'esriFieldTypeSmallInteger',
  integer: 'esriFieldTypeInteger',
  big: 'esriFieldTypeBigInteger',
  double: 'esriFieldTypeDouble',
  comma: 'esriFieldTypeDouble',
  unclear: 'esriFieldTypeString',
  date: 'esriFieldTypeDate',
  guid: 'esriFieldTypeGUID',
  text: 'esriFieldTypeString',
};

/** Determines the type of a field from all of its values. */
class FieldGuess {
  #kind: ValueKind = 'none';
  #longest = 0;

  add(kind: ValueKind, length: number): void {
    if (length > this.#longest) this.#longest = length;
    if (kind === this.#kind || kind === 'none') return;
    this.#kind = this.#kind === 'none' ? kind : (wider[this.#kind]?.[kind] ?? 'text');
  }

  get kind(): ValueKind {
    return this.#kind;
  }

  get type(): FieldType {
    return types[this.#kind];
  }

  /** A length for the longest text, with room for edits. */
  get length(): number {
    let length = 256;
    while (length < this.#longest) length *= 2;
    return Math.min(length, uploadLimits.textCharacters);
  }
}

interface Collected extends SourceField {
  guess: FieldGuess;
}

/** Collects the fields of a collection: those the file declares, and the names and values of features that may have others. */
export class FieldCollector {
  /** Whether properties besides the declared fields are left out. */
  readonly #closed: boolean;
  readonly #keys: ReadonlySet<string>;
  readonly #texts: boolean;
  readonly #decimalCommas: boolean;
  readonly #fields = new Map<string, Collected>();

  constructor({
    fields: declared,
    unlisted,
    texts = false,
    decimalCommas = false,
  }: Pick<SourceLayer, 'fields' | 'unlisted' | 'texts' | 'decimalCommas'>) {
    this.#closed = declared !== undefined && !unlisted;
    this.#keys = new Set(unlisted?.keys);
    this.#texts = texts;
    this.#decimalCommas = decimalCommas;
    for (const field of declared ?? []) this.#declare(field, {});
  }

  /** @throws MappingError `services:invalid-upload` for too many fields, or a name or a text that is too long */
  add({ properties, place }: UploadFeature): void {
    if (this.#closed) {
      for (const field of this.#fields.values()) this.#inspect(field, properties[field.key], place);
      return;
    }
    for (const key of Object.keys(properties)) {
      if (this.#keys.has(key)) continue;
      const field = this.#fields.get(key) ?? this.#declare({ key, name: key }, place);
      this.#inspect(field, properties[key], place);
    }
  }

  /** Keys of the fields whose numbers have decimal commas. */
  get commas(): Set<string> {
    return new Set(
      [...this.#fields.values()]
        .filter(({ type, guess }) => !type && guess.kind === 'comma')
        .map(({ key }) => key),
    );
  }

  inputs(): FieldInput[] {
    const used = [...this.#fields.values()].filter(
      ({ onlyWithValues, guess }) => !onlyWithValues || guess.kind !== 'none',
    );
    return used.map(({ key, name, type, guess }) => {
      // Declared as a number, with values that no number keeps.
      const isText = guess.kind === 'text';
      const chosen = (isText ? 'esriFieldTypeString' : (type ?? guess.type)) as FieldInput['type'];
      const label =
        name
          .replaceAll(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200) || 'field';
      return {
        name: label,
        type: chosen,
        source: key,
        ...(chosen === 'esriFieldTypeString' && { length: guess.length }),
      };
    });
  }

  #inspect(field: Collected, value: unknown, place: UploadFeature['place']): void {
    const text = typeof value === 'string' ? value : undefined;
    const length =
      text === undefined
        ? typeof value === 'object' && value !== null
          ? JSON.stringify(value).length
          : 0
        : text.length;
    if (length > uploadLimits.textCharacters) {
      throw uploadFault('text-too-long', place, {
        field: field.name.slice(0, 80),
        found: length,
        most: uploadLimits.textCharacters,
      });
    }
    if (field.type) field.guess.add(isNumeric(field.type) && isLongNumber(value) ? 'text' : 'none', length);
    else {
      const kind =
        this.#texts && text !== undefined ? kindOfText(text, this.#decimalCommas) : kindOfTyped(value);
      field.guess.add(kind, length);
    }
  }

  /** The server gets the keys of all fields at once. */
  #declare(field: SourceField, place: UploadFeature['place']): Collected {
    if (field.key.length > uploadLimits.nameCharacters)
      throw uploadFault('name-too-long', place, { field: storedText(cut(field.key, 80)) });
    const collected = { ...field, guess: new FieldGuess() };
    this.#fields.set(field.key, collected);
    if (this.#fields.size > uploadLimits.fields)
      throw uploadFault('too-many-fields', place, { most: uploadLimits.fields });
    return collected;
  }
}

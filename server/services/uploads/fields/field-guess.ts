import type { FieldType } from '../../layer/field.ts';
import { uploadLimits } from '../upload-limits.ts';
import type { ValueKind } from './value-kind.ts';

/** Which type holds both; texts hold everything. */
const wider: Readonly<Partial<Record<ValueKind, Partial<Record<ValueKind, ValueKind>>>>> = {
  boolean: { integer: 'integer', big: 'big', double: 'double' },
  integer: { boolean: 'integer', big: 'big', double: 'double', comma: 'comma' },
  big: { boolean: 'big', integer: 'big', double: 'double', comma: 'comma' },
  double: { boolean: 'double', integer: 'double', big: 'double' },
  comma: { integer: 'comma', big: 'comma' },
};

const types: Readonly<Record<ValueKind, FieldType>> = {
  none: 'esriFieldTypeString',
  boolean: 'esriFieldTypeSmallInteger',
  integer: 'esriFieldTypeInteger',
  big: 'esriFieldTypeBigInteger',
  double: 'esriFieldTypeDouble',
  comma: 'esriFieldTypeDouble',
  date: 'esriFieldTypeDate',
  guid: 'esriFieldTypeGUID',
  text: 'esriFieldTypeString',
};

/** Finds the type of a field by all of its values. */
export class FieldGuess {
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

  /** A length that holds the longest text, with room to edit. */
  get length(): number {
    let length = 256;
    while (length < this.#longest) length *= 2;
    return Math.min(length, uploadLimits.textCharacters);
  }
}

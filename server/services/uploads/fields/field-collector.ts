import type { FieldInput } from '../../storage/service-input.ts';
import { uploadFault } from '../upload-fault.ts';
import { uploadLimits } from '../upload-limits.ts';
import type { SourceField, SourceLayer, UploadFeature } from '../upload-source.ts';
import { FieldGuess } from './field-guess.ts';
import { kindOfText, kindOfTyped } from './value-kind.ts';

interface Collected extends SourceField {
  guess: FieldGuess;
}

/** Gathers the fields of a collection: those the file declares, or the names and values its features have. */
export class FieldCollector {
  readonly #declared: boolean;
  readonly #texts: boolean;
  readonly #fields = new Map<string, Collected>();

  constructor({ fields: declared, texts = false }: Pick<SourceLayer, 'fields' | 'texts'>) {
    this.#declared = declared !== undefined;
    this.#texts = texts;
    for (const field of declared ?? []) this.#fields.set(field.key, { ...field, guess: new FieldGuess() });
    this.#checkCount({});
  }

  /** @throws MappingError `services:invalid-upload` for too many fields, or a text that is too long */
  add({ properties, place }: UploadFeature): void {
    if (this.#declared) {
      for (const field of this.#fields.values()) this.#look(field, properties[field.key], place);
      return;
    }
    for (const key of Object.keys(properties)) {
      let field = this.#fields.get(key);
      if (!field) {
        field = { key, name: key, guess: new FieldGuess() };
        this.#fields.set(key, field);
        this.#checkCount(place);
      }
      this.#look(field, properties[key], place);
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
    return [...this.#fields.values()].map(({ key, name, type, guess }) => {
      const chosen = (type ?? guess.type) as FieldInput['type'];
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

  #look(field: Collected, value: unknown, place: UploadFeature['place']): void {
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
    if (field.type) field.guess.add('none', length);
    else field.guess.add(this.#texts && text !== undefined ? kindOfText(text) : kindOfTyped(value), length);
  }

  #checkCount(place: UploadFeature['place']): void {
    if (this.#fields.size <= uploadLimits.fields) return;
    throw uploadFault('too-many-fields', place, { most: uploadLimits.fields });
  }
}

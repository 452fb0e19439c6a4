import type { Dictionary } from '../../../wire/map-translations.ts';
import { type TextKind, withTexts } from '../document/map-texts.ts';
import { loadCapability } from '../load-capability.ts';

/** A text of a map that can be translated: the first of those that are equal. */
export interface MapText {
  text: string;
  kind: TextKind;
  /** Title of its layer; empty for texts of the map itself. */
  layer: string;
}

/**
 * The texts of the open map: those of its document, and the names that its layers' services give to fields
 * and their values. Layers that cannot be read are left out.
 */
export const collectTexts = loadCapability<[document: object], MapText[]>(
  async () => (await import('./collect-texts.ts')).collectTexts,
);

/**
 * A web map document with its texts in the reader's language, as far as the dictionary has them; the document
 * itself without a dictionary. It is only shown, never saved: saving starts from the document
 * (`writeDocument`).
 */
export function translatedDocument(document: unknown, dictionary: Dictionary | undefined): unknown {
  if (!dictionary || typeof document !== 'object' || document === null) return document;
  const known = translated.get(dictionary)?.get(document);
  if (known) return known;
  const copy = withTexts(document, (text) => dictionary.get(text) ?? text);
  const copies = translated.get(dictionary) ?? new WeakMap<object, object>();
  translated.set(dictionary, copies.set(document, copy));
  return copy;
}

/** Each part of an opening map asks for the document. */
const translated = new WeakMap<Dictionary, WeakMap<object, object>>();

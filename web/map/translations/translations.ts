import { translationsIn } from '../../../wire/map-translations.ts';
import type { TextKind } from '../document/map-texts.ts';
import { memberStore } from '../document/own-members.ts';
import { loadCapability } from '../load-capability.ts';

/** The texts of an open map in other languages; undefined if it has none. */
export const openTranslations = memberStore(translationsIn);

/** A text of a map that can be translated: the first of those that are equal. */
export interface MapText {
  text: string;
  kind: TextKind;
  /** Title of its layer; empty for texts of the map itself. */
  layer: string;
}

/**
 * The texts of the open map: those of its document, and the names that its layers' services give to fields and their values. Layers
 * that cannot be read are left out.
 */
export const collectTexts = loadCapability<[document: object], MapText[]>(
  async () => (await import('./collect-texts.ts')).collectTexts,
);

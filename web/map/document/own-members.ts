import { audienceIn, audienceMember } from '../../../wire/map-audience.ts';
import { type MapPresentation, presentationIn, presentationMember } from '../../../wire/map-presentation.ts';
import { translationsIn, translationsMember } from '../../../wire/map-translations.ts';
import type { MapModel } from '../map-model.ts';
import type { MapSource } from '../map-source.ts';
import { createStore, type WritableStore } from '../../store.ts';
import { translatedDocument } from '../translations/translations.ts';

/** Members of a web map that only this application writes, by the kind of their changes. Each is changed as a whole. */
export const ownMembers = {
  audience: audienceMember,
  presentation: presentationMember,
  translations: translationsMember,
} as const;

export type OwnMember = keyof typeof ownMembers;
export const ownMemberNames = Object.keys(ownMembers) as OwnMember[];

/**
 * The stores of a member, one per open map. Setting one is a change of the map: it can be undone and is saved.
 * @param read reads the member of a document; undefined if there is none, or none that can be read
 */
function memberStore<Value>(
  read: (document: unknown) => Value | undefined,
): (source: MapSource) => WritableStore<Value | undefined> {
  const stores = new WeakMap<MapSource, WritableStore<Value | undefined>>();
  return (source) => {
    const known = stores.get(source);
    if (known) return known;
    const store = createStore(read(translatedDocument(source.webMap?.data, source.dictionary)));
    stores.set(source, store);
    return store;
  };
}

/** Who may do what on an open map and how far it can be moved; undefined if the map does not limit its readers. */
export const openAudience = memberStore(audienceIn);

/** The texts of an open map in other languages; undefined if it has none. */
export const openTranslations = memberStore(translationsIn);

/** Texts and timing of the slides of an open map; undefined if the map does not have any. */
export const openPresentation = memberStore(presentationIn);

/** The presentation of an open map. */
export function presentationOf(model: MapModel): WritableStore<MapPresentation | undefined> {
  return model.withInternals(({ source }) => openPresentation(source));
}

import type { FeedbackValues } from '../../../../context/addresses.ts';
import type { FeatureAtPlace } from '../../../../map/map-picture/map-picture.ts';

/** A capture: the location, the features there, and images of the map and the street. */
export interface CapturedNote {
  title: string;
  lat: number;
  lng: number;
  /** Degrees clockwise from north. */
  heading: number | undefined;
  map: string;
  layers: readonly { id: string; title: string }[];
  features: readonly FeatureAtPlace[];
  /** URL that reopens the view. */
  link: string;
  /** Data URLs. */
  mapPicture: string | undefined;
  viewPicture: string | undefined;
}

/** Labels of the note in the user's language. */
export interface NoteTexts {
  place: string;
  map: string;
  layers: string;
  features: string;
  link: string;
}

/** The note as plain text, one fact per line: for a form, an email or a work request. */
export function noteText(note: CapturedNote, words: NoteTexts): string {
  const { lat, lng, heading, title, map, layers, features, link } = note;
  const turn = heading === undefined ? '' : `, ${Math.round(heading) % 360}°`;
  const things = features.map(({ layerTitle, objectId }) =>
    objectId === undefined ? layerTitle : `${layerTitle} #${objectId}`,
  );
  return [
    `${words.place}: ${lat.toFixed(6)}, ${lng.toFixed(6)}${turn} (${title})`,
    ...(map ? [`${words.map}: ${map}`] : []),
    ...(layers.length > 0 ? [`${words.layers}: ${layers.map((layer) => layer.title).join(', ')}`] : []),
    ...(things.length > 0 ? [`${words.features}: ${things.join(', ')}`] : []),
    `${words.link}: ${link}`,
  ].join('\n');
}

/** Characters of a note in the URL of a form, which browsers and servers limit. */
const maxNoteLength = 1000;

/** Values of a note for the URL of the feedback form. */
export function feedbackValues(note: CapturedNote, text: string): Omit<FeedbackValues, 'lang' | 'org'> {
  return {
    // A character cut in half cannot be encoded.
    note: text.slice(0, maxNoteLength).toWellFormed(),
    lat: note.lat.toFixed(6),
    lng: note.lng.toFixed(6),
    page: note.link,
    map: note.map,
  };
}

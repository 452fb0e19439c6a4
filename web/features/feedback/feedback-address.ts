/** What the URL of the feedback form may say about where the person is. */
export interface FeedbackPlace {
  org: string;
  /** Path of the page with query and hash. */
  page: string;
  lang: string;
  /** Id of the open map; empty when none is open. */
  map: string;
  /** Degrees: the place chosen on the map, else the middle of the view; empty when there is no map. */
  lat: string;
  lng: string;
  /** What was captured; empty but for a form that is opened from "Capture here". */
  note: string;
}

/** Fills `{org} {page} {lang} {map} {lat} {lng} {note}` of the form's address, each value encoded; other braces stay as they are. */
export function feedbackAddress(template: string, place: FeedbackPlace): string {
  return template.replace(/\{(org|page|lang|map|lat|lng|note)\}/g, (_token, name: keyof FeedbackPlace) =>
    encodeURIComponent(place[name]),
  );
}

/** Values for the URL of the feedback form. */
export interface FeedbackPlace {
  org: string;
  /** Path of the page with query and hash. */
  page: string;
  lang: string;
  /** Id of the open map; empty without one. */
  map: string;
  /** Degrees: the location chosen on the map, else the centre of the view; empty without a map. */
  lat: string;
  lng: string;
  /** The captured note; empty unless the form is opened from "Capture here". */
  note: string;
}

/** Fills `{org} {page} {lang} {map} {lat} {lng} {note}` in the form's URL, each value encoded; other braces are left. */
export function feedbackAddress(template: string, place: FeedbackPlace): string {
  return template.replace(/\{(org|page|lang|map|lat|lng|note)\}/g, (_token, name: keyof FeedbackPlace) =>
    encodeURIComponent(place[name]),
  );
}

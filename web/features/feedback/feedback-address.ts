/** What the feedback form can be told about where the person is (product.md, Feedback). */
export interface FeedbackPlace {
  org: string;
  /** Path of the page with query and hash. */
  page: string;
  lang: string;
  /** Id of the open map; empty when none is open. */
  map: string;
}

/** Fills `{org} {page} {lang} {map}` of the form's address, each value encoded; other braces stay as they are. */
export function feedbackAddress(template: string, place: FeedbackPlace): string {
  return template.replace(/\{(org|page|lang|map)\}/g, (_token, name: keyof FeedbackPlace) =>
    encodeURIComponent(place[name]),
  );
}

/** A search hit. */
export type SearchHit = { key: string; title: string; group: string } & (
  | { kind: 'coordinates'; lat: number; lng: number }
  /** `suggestion` is the locator's key; without one the whole text is searched. */
  | { kind: 'place'; text: string; suggestion?: string }
  | { kind: 'feature'; layerId: string; objectId: number }
);

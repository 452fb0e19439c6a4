/** Something that fits what was typed. */
export type SearchHit = { key: string; title: string; group: string } & (
  | { kind: 'coordinates'; lat: number; lng: number }
  /** `suggestion` is what the locator knows it by; without one the whole text is looked for. */
  | { kind: 'place'; text: string; suggestion?: string }
  | { kind: 'feature'; layerId: string; objectId: number }
);

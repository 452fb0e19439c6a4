/** A feature to be put on the map: WGS84, RFC 7946. */
export interface AddableFeature {
  geometry: { type: string; coordinates?: unknown; geometries?: unknown } | null;
  properties: Record<string, unknown> | null;
}

/** What came into the map: the topmost layer's id, and its title. */
export interface AddedLayer {
  id: string;
  title: string;
}

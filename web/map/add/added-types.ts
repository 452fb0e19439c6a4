/** A feature to be added to the map: WGS84, RFC 7946. */
export interface AddableFeature {
  geometry: { type: string; coordinates?: unknown; geometries?: unknown } | null;
  properties: Record<string, unknown> | null;
}

/** The added topmost layer: its id and title. */
export interface AddedLayer {
  id: string;
  title: string;
}

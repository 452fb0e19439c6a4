/** The pose of an integration's view. Degrees; heading clockwise from north. */
export interface Marker {
  id: string;
  lat: number;
  lng: number;
  heading?: number | undefined;
  /** Whether it is the leading one, which is highlighted. */
  leading: boolean;
}

/** An integration's graphic on the map: a photo's position, a work order. With a `key` it can be clicked. */
export interface MarkerGraphic {
  /** The integration. */
  owner: string;
  geometry:
    | { type: 'Point'; coordinates: [number, number] }
    | { type: 'LineString'; coordinates: [number, number][] };
  properties: { kind: string; color?: string | undefined; key?: string | undefined };
}

export interface MarkerScene {
  markers: readonly Marker[];
  /** The location chosen by the user. */
  pin: { lat: number; lng: number } | undefined;
  graphics: readonly MarkerGraphic[];
  /** `#rrggbb` of the cone and of the pin. */
  color: string;
}

export interface IntegrationMarkers {
  draw(scene: MarkerScene): void;
  /** Moves the map if a location is outside the view, or near its edge. */
  keepInView(place: { lat: number; lng: number }): void;
  /** The nearest graphic with a key within touch tolerance of a point of the view, in pixels. */
  pickAt(spot: { x: number; y: number }): MarkerGraphic | undefined;
  remove(): void;
}

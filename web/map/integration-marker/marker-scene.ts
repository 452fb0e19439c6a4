/** Where an integration stands and looks. Degrees; heading clockwise from north. */
export interface Marker {
  id: string;
  lat: number;
  lng: number;
  heading?: number | undefined;
  /** Whether it is the one the others follow; it is drawn stronger. */
  leading: boolean;
}

/** Something an integration shows on the map: a photo's place, a work order. With a `key` it can be clicked. */
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
  /** The place the person chose. */
  pin: { lat: number; lng: number } | undefined;
  graphics: readonly MarkerGraphic[];
  /** `#rrggbb` of the cone and of the pin. */
  color: string;
}

export interface IntegrationMarkers {
  draw(scene: MarkerScene): void;
  /** Moves the map when a place is outside of what is seen, or near its edge. */
  keepInView(place: { lat: number; lng: number }): void;
  /** The nearest graphic with a key within a finger's reach of a spot of the view, in pixels. */
  pickAt(spot: { x: number; y: number }): MarkerGraphic | undefined;
  remove(): void;
}

import { loadCapability } from '../load-capability.ts';

/** A feature that is in view. */
export interface FeatureInView {
  objectId: number;
  /** The title of its popup; empty if it has none. */
  title: string;
  /** From the centre of the map. */
  metres: number;
  /** Compass direction from the centre of the map; undefined if the feature is at the centre. */
  direction: Direction | undefined;
  /** What a drawing is; undefined for features of layers. */
  shape?: 'point' | 'polyline' | 'polygon';
}

/** Features listed of a layer at first and with each request for more, and the most that can be listed. */
export const firstListed = 20;
export const mostListed = 1000;

/** A layer, or a sublayer of a map service. */
export interface Listed {
  layerId: string;
  sublayerId?: number;
}

/** Names a list among those of a map. */
export function listKey({ layerId, sublayerId }: Listed): string {
  return sublayerId === undefined ? layerId : `${layerId}/${sublayerId}`;
}

/** A visible layer's features in view. */
export interface LayerInView extends Listed {
  title: string;
  /**
   * All of the layer’s features in view; `features` are the nearest of them, `firstListed` unless more are
   * asked for.
   */
  total: number;
  features: readonly FeatureInView[];
  /**
   * Whether fewer were found than were asked for, such as by the service's `maxRecordCount`: asking for more
   * is of no use.
   */
  hasNoMore?: boolean;
  /** Whether the layer did not respond. */
  failed: boolean;
}

/**
 * The features in view of the visible layers, of the shown sublayers of map services and of drawings, in the
 * order of the layer list: for each, the features nearest to the centre, as many as `limits` has for its
 * `listKey`. A layer that does not respond is reported as failed and does not block the others.
 */
export const featuresInView = loadCapability(async () => (await import('./query-view.ts')).featuresInView);

/** The eight compass directions. */
const directions = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

type Direction = (typeof directions)[number];

interface Degrees {
  lat: number;
  lng: number;
}

const earthRadius = 6_371_008.8;
/** Metres within which a feature has no direction. */
const here = 5;

/**
 * Distance and direction between two positions. Degrees WGS84, on a sphere: accurate to half a per cent, which suffices
 * for a list.
 */
export function distanceAndDirection(
  from: Degrees,
  to: Degrees,
): { metres: number; direction: Direction | undefined } {
  const [lat1, lat2] = [radians(from.lat), radians(to.lat)];
  const dLng = radians(to.lng - from.lng);
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLng / 2) ** 2;
  const metres = 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)));
  if (metres < here) return { metres, direction: undefined };
  const bearing = Math.atan2(
    Math.sin(dLng) * Math.cos(lat2),
    Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLng),
  );
  const eighth = Math.round(bearing / (Math.PI / 4));
  return { metres, direction: directions[(eighth + 8) % 8] };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

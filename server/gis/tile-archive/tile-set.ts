import { latitudeLimit } from '../../../wire/geometry/web-mercator.ts';
import type { Envelope } from '../geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../geometry/project.ts';

/** A range of the file. */
export interface Place {
  offset: number;
  length: number;
}

/** A layer of the tiles of an archive, as its metadata describe it. */
export interface TileSetLayer {
  name: string;
  minZoom: number;
  maxZoom: number;
  /** Names of its fields. */
  fields: readonly string[];
}

/** A PMTiles archive of vector tiles that was checked: what is needed to read and describe its tiles. */
export interface TileSet {
  root: Place;
  /** All directories below the root. */
  leaves: Place;
  tiles: Place;
  /** Whether directories and tiles are packed with gzip; they are plain otherwise. */
  packed: { directories: boolean; tiles: boolean };
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north in degrees; null: the world. */
  bounds: readonly [west: number, south: number, east: number, north: number] | null;
  /** The credits of the data, as plain text. */
  attribution: string;
  layers: readonly TileSetLayer[];
}

/** The deepest directory below the root; the format recommends one, and allows three. */
export const deepestLeaf = 3;

/** The extent of the tiles in metres of Web Mercator; null: the world. */
export function extentOf({ bounds }: Pick<TileSet, 'bounds'>): Envelope | null {
  if (!bounds) return null;
  const [xmin, south, xmax, north] = bounds;
  const [ymin, ymax] = [Math.max(south, -latitudeLimit), Math.min(north, latitudeLimit)];
  return projectEnvelope({ xmin, ymin, xmax, ymax }, projectorBetween(4326, 3857));
}

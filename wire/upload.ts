/**
 * The messages of browser and server about files that become hosted layers. The ArcGIS responses of `analyze`,
 * `publish` and `status` contain these besides the members that other clients read.
 */

import type { Fault } from './errors.ts';

/** Formats that become layers; `pmtiles` becomes vector tiles. */
export type UploadFormat =
  | 'csv'
  | 'excel'
  | 'featureCollection'
  | 'flatgeobuf'
  | 'geojson'
  | 'geopackage'
  | 'gpx'
  | 'kml'
  | 'pmtiles'
  | 'shapefile';

/** A position in an uploaded file; lines and features count from 1. */
export interface UploadPlace {
  /** Name of the file inside an archive, or of the sheet in a workbook, whose lines are its rows. */
  file?: string;
  line?: number;
  feature?: number;
}

/** A field of the future layer. */
export interface UploadField {
  /** Its name in the file. */
  name: string;
  /** An esriFieldType. */
  type: string;
}

/** A layer that the file would become. */
export interface UploadLayer {
  name: string;
  /** esriGeometryPoint …; null: a table without geometry. */
  geometryType: string | null;
  fields: UploadField[];
  /** Number of features read; all of them unless `complete` is false. */
  featureCount: number;
  /** The first rows, values in the order of `fields`. */
  rows: (string | number | null)[][];
}

/** Vector tiles that the file would become. */
export interface UploadTiles {
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north in degrees; null: the world. */
  bounds: readonly [west: number, south: number, east: number, north: number] | null;
  /** The credits of the data. */
  attribution: string;
  layers: { name: string; fields: readonly string[] }[];
}

/** The analysis of a file: `preview` in the response of `content/features/analyze`. */
export interface UploadPreview {
  format: UploadFormat;
  /** None of an archive of tiles. */
  layers: UploadLayer[];
  /** Of an archive of tiles. */
  tiles?: UploadTiles;
  /** False if only the beginning was read. */
  complete: boolean;
  /** Text encoding, delimiter and coordinate columns, if the format does not define them. */
  encoding?: string;
  delimiter?: string;
  columns?: string[];
  /** The columns detected as coordinates; absent if there are none. */
  coordinates?: { longitude: string; latitude: string };
  /** Notices for the user, with the codes of `upload-faults.ts`. */
  notes: Fault[];
}

/** `progress` in the response of `items/{id}/status`: the progress of a publishing job. */
export interface UploadProgress {
  stage: 'waiting' | 'reading' | 'computing' | 'writing' | 'indexing';
  /** 0 to 1 over all stages. */
  share: number;
  featureCount: number;
}

/** `roads.shp, line 17, feature 3`; empty if unknown. */
export function printUploadPlace({ file, line, feature }: UploadPlace): string {
  return [
    ...(file === undefined ? [] : [file]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(feature === undefined ? [] : [`feature ${feature}`]),
  ].join(', ');
}

/** Reads what `printUploadPlace` wrote; undefined for any other text. */
export function parseUploadPlace(text: string): UploadPlace | undefined {
  const parts = text.split(', ');
  const take = (word: string) => {
    const number = new RegExp(`^${word} (\\d+)$`).exec(parts.at(-1) ?? '')?.[1];
    if (number !== undefined) parts.pop();
    return number;
  };
  const feature = take('feature');
  const line = take('line');
  if (line === undefined && feature === undefined) return undefined;
  const file = parts.length > 0 ? parts.join(', ') : undefined;
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line: Number(line) }),
    ...(feature !== undefined && { feature: Number(feature) }),
  };
}

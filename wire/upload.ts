/**
 * What browser and server say to each other about files that become hosted layers. The ArcGIS answers of `analyze`,
 * `publish` and `status` carry these beside what other clients read.
 */

import type { Fault } from './errors.ts';

/** Formats that become layers. */
export type UploadFormat = 'csv' | 'flatgeobuf' | 'geojson' | 'geopackage' | 'gpx' | 'kml' | 'shapefile';

/** Where in an uploaded file something is; lines and features count from 1. */
export interface UploadPlace {
  /** Name of the file inside an archive. */
  file?: string;
  line?: number;
  feature?: number;
}

/** A field as the layer would have it. */
export interface UploadField {
  /** What the file calls it. */
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
  /** Features looked at; all of them unless `complete` is false. */
  featureCount: number;
  /** The first rows, values in the order of `fields`. */
  rows: (string | number | null)[][];
}

/** What a look into a file found: `preview` of the answer of `content/features/analyze`. */
export interface UploadPreview {
  format: UploadFormat;
  layers: UploadLayer[];
  /** False when only the beginning was looked at. */
  complete: boolean;
  /** Text encoding, delimiter and coordinate columns, where the format leaves them open. */
  encoding?: string;
  delimiter?: string;
  columns?: string[];
  /** The columns taken for coordinates; absent when none look like it. */
  coordinates?: { longitude: string; latitude: string };
  /** What people should know, with the codes of `upload-faults.ts`. */
  notes: Fault[];
}

/** `progress` of the answer of `items/{id}/status`: how far a publishing job is. */
export interface UploadProgress {
  stage: 'waiting' | 'reading' | 'writing' | 'indexing';
  /** 0 to 1 over all stages. */
  share: number;
  featureCount: number;
}

/** `roads.shp, line 17, feature 3`; empty when nothing is known. */
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

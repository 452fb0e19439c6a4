import type { Fault } from '../../../wire/errors.ts';
import type { UploadFormat, UploadPlace } from '../../../wire/upload.ts';
import type { GeoJsonGeometry } from '../geometry/geojson.ts';
import type { FieldType } from '../layer/field.ts';

/** A geometry as files have it: collections too, which become several features. */
export interface SourceGeometry extends GeoJsonGeometry {
  geometries?: SourceGeometry[];
}

export interface UploadFeature {
  /** Values by the keys of the fields. */
  properties: Readonly<Record<string, unknown>>;
  geometry: SourceGeometry | null;
  place: UploadPlace;
}

/** A field that the file declares. */
export interface SourceField {
  key: string;
  /** As people know it. */
  name: string;
  /** Undefined: what the values look like decides. */
  type?: FieldType;
}

/** The spatial reference of coordinates: an EPSG code, or a definition proj4 reads. */
export type SourceReference = { wkid: number } | { definition: string };

/** One collection of features inside a file. */
export interface SourceLayer {
  name: string;
  /** Undefined: the features' own properties are the fields. */
  fields?: readonly SourceField[];
  /** True when the format knows texts only, so that what they look like decides their type. */
  texts?: boolean;
  /** Known when the features have been read once. */
  reference: () => SourceReference;
  /** Reads all features, each time from the beginning. */
  features: () => AsyncIterable<UploadFeature>;
}

/** A file that has been opened by the reader of its format. */
export interface UploadSource {
  format: UploadFormat;
  layers: readonly SourceLayer[];
  /** What was found out about the file and may be told to people. */
  facts: SourceFacts;
  close(): Promise<void>;
}

export interface SourceFacts {
  encoding?: string;
  delimiter?: string;
  columns?: string[];
  coordinates?: { longitude: string; latitude: string };
  notes: Fault[];
}

/** What a person may say about a file; what is left out is guessed. */
export interface UploadChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  longitude?: string | undefined;
  latitude?: string | undefined;
  /** Makes a table of a CSV file that has coordinates. */
  noCoordinates?: boolean | undefined;
  /** EPSG code of the coordinates where the file does not name it. */
  wkid?: number | undefined;
}

/** A file to open: where it is, and what it was called. */
export interface UploadFile {
  path: string;
  /** Name people gave it. */
  name: string;
  /** Counts the bytes that have been read, for progress. */
  meter: Meter;
}

/** How much of a file has been read. */
export interface Meter {
  read: number;
  total: number;
}

export const wgs84: SourceReference = { wkid: 4326 };

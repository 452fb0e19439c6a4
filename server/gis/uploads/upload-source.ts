import { type Fault, MappingError } from '../../../wire/errors.ts';
import { uploadFaultAt, type UploadFaultCode, type UploadFaultDetails } from '../../../wire/upload-faults.ts';
import { limits } from '../../limits.ts';
import type { UploadFormat, UploadPlace } from '../../../wire/upload.ts';
import { cut } from '../../platform/safety/stored-text.ts';
import type { GeoJsonGeometry } from '../geometry/geojson.ts';
import type { FieldType } from '../layer/field.ts';

/** A file that cannot become a layer: where it is invalid, and what to do about it (400). */
export function uploadFault<Code extends UploadFaultCode>(
  code: Code,
  ...details: UploadFaultDetails<Code>
): MappingError {
  const short = (details as readonly (object | undefined)[]).map((each) => each && cutTexts(each));
  const fault = uploadFaultAt(code, ...(short as UploadFaultDetails<Code>));
  const { path, message } = fault;
  return new MappingError(
    'services:invalid-upload',
    path === '' ? message : `${path.charAt(0).toUpperCase()}${path.slice(1)}: ${message}`,
    { status: 400, faults: [fault] },
  );
}

/** Texts of a file have any length; those in an error become part of responses and of stored jobs. */
export function cutTexts<Members extends object>(members: Members): Members {
  const cutText = (value: unknown) =>
    typeof value === 'string' ? cut(value, uploadLimits.shownCharacters) : value;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, cutText(value)]),
  ) as Members;
}

/** Limits of a file that becomes layers; the documented ones are in `server/limits.ts`. */
export const uploadLimits = {
  fields: limits.layerFields,
  layers: limits.uploadLayers,
  vertices: limits.featureVertices,
  textCharacters: limits.uploadTextCharacters,
  /** Characters of the name of a field, and of other texts of a file that errors show. */
  nameCharacters: 500,
  shownCharacters: 200,
  /** Bytes of one feature's text. */
  featureBytes: limits.uploadFeatureBytes,
  /** Bytes of one row of a CSV file. */
  rowBytes: 4_000_000,
  /** Depth of brackets and elements. */
  nesting: 100,
  /** Features that a preview reads. */
  previewFeatures: 5_000,
  /** Rows that a preview shows. */
  previewRows: 10,
} as const;

/** A geometry as in files: including collections, which become several features. */
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
  /** Its display name. */
  name: string;
  /** Undefined: guessed from the values. */
  type?: FieldType;
  /** Left out if no feature has a value. */
  onlyWithValues?: boolean;
}

/** The spatial reference of coordinates: an EPSG code, or a definition for proj4. */
export type SourceReference = { wkid: number } | { definition: string };

/** One collection of features inside a file. */
export interface SourceLayer {
  name: string;
  /** Undefined: the features' own properties are the fields. */
  fields?: readonly SourceField[];
  /** Where features may have properties besides `fields`: those are fields, too, except for keys of features by these names. */
  unlisted?: { keys: readonly string[] };
  /** True when the format has only texts, so that their type is guessed. */
  texts?: boolean;
  /** True when a comma in a number is a decimal comma: programs write semicolons between values where commas are decimal. */
  decimalCommas?: boolean;
  /** Known when the features have been read once. */
  reference: () => SourceReference;
  /** Reads all features, each time from the beginning. Each group of them is read without waiting, and before the next one. */
  features: () => AsyncIterable<Iterable<UploadFeature>>;
}

/** A file opened by the reader of its format. */
export interface UploadSource {
  format: UploadFormat;
  layers: readonly SourceLayer[];
  /** Facts about the file that may be shown to users. */
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

/** Choices for the layers that a file becomes. */
export interface LayerChoices {
  /** Of a file with one layer. */
  name?: string | undefined;
  wkid?: number | undefined;
  /** Maximum number of features in a response. */
  maxRecordCount?: number | undefined;
  /** What a layer of the file is expected to have: esriGeometryPoint …; null for a table. */
  geometryType?: string | null | undefined;
  fields?: readonly FieldChoice[] | undefined;
}

/** What a field of the file gets instead of its name and of the type that fits its values. */
export interface FieldChoice {
  /** Its name in the file. */
  name: string;
  alias?: string | undefined;
  /** An esriFieldType. */
  type?: string | undefined;
  /** Maximum length in characters; texts only. */
  length?: number | undefined;
}

/** Choices of a user for a file; the rest is guessed. */
export interface UploadChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  longitude?: string | undefined;
  latitude?: string | undefined;
  /** Makes a table of a CSV file that has coordinates. */
  noCoordinates?: boolean | undefined;
  /** EPSG code of the coordinates if the file does not name it. */
  wkid?: number | undefined;
  /** What layers get instead of what the file decides. */
  layer?: LayerChoices | undefined;
}

/** A file to open: its path, and its original name. */
export interface UploadFile {
  path: string;
  /** Original name of the file. */
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

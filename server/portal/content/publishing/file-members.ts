import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { nothing, utcReference } from '../../../platform/arcgis/unsupported.ts';

const anything = z.unknown().optional();

/** What `readChoices` and the operations read by themselves. */
const readElsewhere = {
  name: anything,
  description: anything,
  copyrightText: anything,
  capabilities: anything,
  sourceSR: anything,
  targetSR: anything,
  columnDelimiter: anything,
  longitudeFieldName: anything,
  latitudeFieldName: anything,
  locationType: anything,
  encoding: anything,
};

/** What clients send back from ArcGIS' `analyze`, and what changes nothing here, each for its reason. */
const advisory = {
  /** Restates the type of the file, which its content decides. */
  type: anything,
  /** A hint for caches: here every response has a tag that changes with the data. */
  hasStaticData: anything,
  /** Newer types of fields; the types here are those of `layerInfo`, or those that the file shows. */
  fieldTypesVersion: anything,
  /** How addresses are found. Addresses are not geocoded: `locationType` and `addressFields` are refused. */
  sourceLocale: anything,
  sourceCountry: anything,
  sourceCountryHint: anything,
  geocodeServiceUrl: anything,
  enableGlobalGeocoding: anything,
  standardizedFieldNames: anything,
  candidateFieldsType: anything,
  /** Keeps the addresses that were not found. */
  persistErrorRecordsForReview: anything,
  /** The limits always hold. */
  enforceInputFileSizeLimit: anything,
  enforceOutputJsonSizeLimit: anything,
  /** How far `generalize` and `reducePrecision` go, which are refused. */
  maxAllowableOffset: anything,
  numberOfDigitsAfterDecimal: anything,
};

const asItIs = z.literal(false, 'This is not supported. Geometry is stored as it is in the file.').nullish();

/** What would read the file in another way than it is read here. */
const restricted = {
  qualifier: nothing('Other qualifiers than " are not supported.', '"'),
  dateFieldsTimeReference: utcReference.nullish(),
  coordinateFieldName: nothing(
    'coordinateFieldName is not supported. Specify longitudeFieldName and latitudeFieldName.',
  ),
  coordinateFieldType: z
    .string()
    .regex(/^(|LatitudeAndLongitude)$/i, 'Specify coordinates as longitudeFieldName and latitudeFieldName.')
    .nullish(),
  sourceUrl: nothing('sourceUrl is not supported. Add the file as an item with addItem.'),
  generalize: asItIs,
  reducePrecision: asItIs,
  /** ArcGIS' `analyze` proposes them beside coordinates too, where they change nothing. */
  addressFields: anything,
};

/** Members that describe how a file is read, in `publishParameters`, `analyzeParameters` and `appendSourceInfo`. */
export const fileMembers = { ...readElsewhere, ...advisory, ...restricted };

/** Where no layer is made, what describes a new one changes nothing: a preview shows the file, and `append` has a layer. */
const withoutLayer = z.strictObject({
  ...fileMembers,
  layerInfo: anything,
  maxRecordCount: anything,
  editorTrackingInfo: anything,
});

/** @throws MappingError 400 for a member that is not known, or cannot be followed */
export function checkFileMembers(
  given: Readonly<Record<string, unknown>>,
  parameter: 'analyzeParameters' | 'appendSourceInfo',
): void {
  readMembers(withoutLayer, given, parameter);
}

/** @throws MappingError 400 with the name of the member that is refused */
export function readMembers<Schema extends z.ZodType>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  parameter: string,
  ofLayer = '',
): z.output<Schema> {
  const read = schema.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw parameterError(
      [parameter, ...(issue?.path ?? [])].map(String).join('.'),
      problemOf(issue, ofLayer),
    );
  }
  const { locationType, addressFields } = given;
  const isChosen = typeof locationType === 'string' && locationType !== '';
  const isAddress = Object.keys(addressFields ?? {}).length > 0;
  if (isAddress && !isChosen)
    throw parameterError(
      `${parameter}.addressFields`,
      'Geocoding of addresses is not supported. Specify coordinates.',
    );
  return read.data;
}

function problemOf(issue: z.core.$ZodIssue | undefined, ofLayer: string): string {
  if (issue?.code !== 'unrecognized_keys') return issue?.message ?? 'This is not supported.';
  const names = issue.keys.slice(0, 5).map((name) => name.slice(0, 60));
  const advice = issue.path.length > 0 ? ofLayer : 'Omit it.';
  return `This is not supported here: ${names.join(', ')}. ${advice}`.trim();
}

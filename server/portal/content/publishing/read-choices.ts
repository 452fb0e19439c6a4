import { parseWkid } from '../../../platform/arcgis/parse-wkid.ts';
import type { FileChoices } from '../../hosting.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';

/** Delimiters by their ArcGIS names, or literally. */
const delimiters: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
  space: ' ',
};

/**
 * Choices for a file in `publishParameters` and `analyzeParameters`: ArcGIS' names for coordinate columns and
 * delimiter, and `encoding`, which is ours.
 */
export function readChoices(given: Readonly<Record<string, unknown>>): FileChoices {
  const text = (name: string) => {
    const value = given[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string' || value.length > 200) throw parameterError(name, 'Specify a short text.');
    return value;
  };
  const locationType = text('locationType');
  if (locationType === 'address')
    throw parameterError('locationType', 'Geocoding of addresses is not supported. Specify coordinates.');
  if (locationType !== undefined && !['coordinates', 'none', 'unknown'].includes(locationType))
    throw parameterError('locationType', 'Choose coordinates or none.');
  const delimiter = text('columnDelimiter');
  // Names that every object has, such as “constructor”, are not delimiters.
  const named = delimiter !== undefined && Object.hasOwn(delimiters, delimiter);
  const written = named ? delimiters[delimiter] : delimiter;
  if (written !== undefined && written.length !== 1)
    throw parameterError('columnDelimiter', 'Specify one character.');
  return {
    encoding: text('encoding'),
    delimiter: written,
    longitude: text('longitudeFieldName'),
    latitude: text('latitudeFieldName'),
    noCoordinates: locationType === 'none',
    wkid: readWkid(given['sourceSR']),
  };
}

/** The spatial reference that a client chooses (`targetSR`); earlier numbers of Web Mercator mean 3857. */
export function readTarget(given: unknown, parameter: string): number | undefined {
  const wkid = parseWkid(given, (problem) => parameterError(parameter, problem));
  return wkid === 102100 || wkid === 102113 || wkid === 900913 ? 3857 : wkid;
}

function readWkid(value: unknown): number | undefined {
  const invalid = (problem: string) => parameterError('sourceSR', problem);
  const wkid = parseWkid(value, invalid);
  if (wkid === undefined && typeof value === 'object' && value !== null)
    throw invalid('Expected the number of a spatial reference.');
  return wkid;
}

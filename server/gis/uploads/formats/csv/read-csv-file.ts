import path from 'node:path';
import { readHead } from '../../bytes/read-bytes.ts';
import {
  type CoordinateColumns,
  guessCoordinates,
  guessDelimiter,
  guessEncoding,
} from '../../../../../wire/table-text.ts';
import { cut } from '../../../../platform/safety/stored-text.ts';
import { isKnownEncoding, readText } from '../../text/read-text.ts';
import {
  type SourceFacts,
  type SourceGeometry,
  type UploadChoices,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
} from '../../upload-source.ts';
import { type CsvRecord, RecordSplitter } from './record-splitter.ts';

const headBytes = 1_000_000;

/**
 * CSV with its names in the first row. Encoding, delimiter and coordinate columns are guessed unless given.
 */
export async function openCsv(file: UploadFile, choices: UploadChoices): Promise<UploadSource> {
  const head = await readHead(file.path, headBytes);
  const guessed = guessEncoding(head);
  const encoding = choices.encoding ?? guessed.encoding;
  if (!isKnownEncoding(encoding))
    throw uploadFault('unknown-encoding', {}, { encoding: encoding.slice(0, 40) });
  const delimiter =
    choices.delimiter ?? guessDelimiter(new TextDecoder(encoding).decode(head.subarray(guessed.mark)));
  const read = () => readRecords(file, encoding, delimiter);
  const names = await readNames(read());
  const coordinates = chooseCoordinates(names, choices);
  const facts: SourceFacts = { encoding, delimiter, columns: [...names], notes: [] };
  if (coordinates) {
    facts.coordinates = {
      longitude: names[coordinates.longitude] ?? '',
      latitude: names[coordinates.latitude] ?? '',
    };
  }
  const reference = { wkid: choices.wkid ?? 4326 };
  return {
    format: 'csv',
    facts,
    layers: [
      {
        name: path.parse(file.name).name,
        texts: true,
        decimalCommas: delimiter === ';',
        fields: names.map((name, index) => ({ key: String(index), name })),
        reference: () => reference,
        features: () => readFeatures(read(), names, coordinates),
      },
    ],
    close: () => Promise.resolve(),
  };
}

async function readNames(groups: AsyncIterable<Iterable<CsvRecord>>): Promise<string[]> {
  for await (const group of groups) {
    for (const { values, line } of group) {
      if (values.length > uploadLimits.fields) {
        throw uploadFault('too-many-columns', { line }, { found: values.length, most: uploadLimits.fields });
      }
      const { nameCharacters } = uploadLimits;
      return values.map((name, index) => cut(name.trim(), nameCharacters) || `column ${index + 1}`);
    }
  }
  throw uploadFault('empty-file');
}

/** @throws MappingError `services:invalid-upload` for missing columns */
function chooseCoordinates(names: readonly string[], choices: UploadChoices): CoordinateColumns | undefined {
  if (choices.noCoordinates) return undefined;
  if (choices.longitude === undefined && choices.latitude === undefined) return guessCoordinates(names);
  const find = (name: string | undefined) => {
    const at = names.indexOf(name ?? '');
    if (at < 0) throw uploadFault('no-column', {}, { column: (name ?? '').slice(0, 80) });
    return at;
  };
  return { longitude: find(choices.longitude), latitude: find(choices.latitude) };
}

async function* readFeatures(
  groups: AsyncIterable<Iterable<CsvRecord>>,
  names: readonly string[],
  coordinates: CoordinateColumns | undefined,
): AsyncGenerator<Iterable<UploadFeature>> {
  let header = true;
  function* read(records: Iterable<CsvRecord>) {
    for (const { values, line } of records) {
      if (!header) yield toFeature(values, names, coordinates, line);
      header = false;
    }
  }
  for await (const group of groups) yield read(group);
}

function toFeature(
  values: readonly string[],
  names: readonly string[],
  coordinates: CoordinateColumns | undefined,
  line: number,
): UploadFeature {
  if (values.length !== names.length) throw wrongCount(values, names.length, line);
  const properties: Record<string, string | null> = {};
  for (let index = 0; index < values.length; index += 1) properties[index] = values[index] || null;
  return {
    properties,
    geometry: coordinates ? point(values, names, coordinates, line) : null,
    place: { line },
  };
}

function wrongCount(values: readonly string[], expected: number, line: number) {
  return uploadFault('row-length', { line }, { found: values.length, columns: expected });
}

/** A row without coordinates becomes a feature without geometry. */
function point(
  values: readonly string[],
  names: readonly string[],
  { longitude, latitude }: CoordinateColumns,
  line: number,
): SourceGeometry | null {
  const [x, y] = [values[longitude] ?? '', values[latitude] ?? ''];
  if (x.trim() === '' && y.trim() === '') return null;
  const read = (text: string, column: number) => {
    const number = readNumber(text);
    if (number === undefined)
      throw uploadFault(
        'no-coordinate',
        { line },
        { text: text.slice(0, 40), column: (names[column] ?? '').slice(0, 80) },
      );
    return number;
  };
  return { type: 'Point', coordinates: [read(x, longitude), read(y, latitude)] };
}

/** A number with a decimal point or a decimal comma; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?$/.test(trimmed)) return undefined;
  const number = Number(trimmed.replace(',', '.'));
  return Number.isFinite(number) ? number : undefined;
}

async function* readRecords(file: UploadFile, encoding: string, delimiter: string) {
  const splitter = new RecordSplitter(delimiter);
  for await (const text of readText(file, encoding)) yield splitter.push(text);
  yield splitter.end();
}

import path from 'node:path';
import type { UploadFormat } from '../../../wire/upload.ts';
import { readHead } from './bytes/read-bytes.ts';
import { guessEncoding } from './text/guess-encoding.ts';
import { uploadFault } from './upload-fault.ts';

/** What a file is, by its bytes; an archive may hold any of them. */
export type DetectedFormat = UploadFormat | 'zip';

const headBytes = 65_536;

/** Beginnings of files that are often tried, and what to do instead. */
const refusals: readonly [readonly string[], string][] = [
  [['\xd0\xcf\x11\xe0'], 'This is an old Excel file. Save the sheet as CSV and upload that.'],
  [['\x1f\x8b'], 'The file is packed with gzip. Unpack it, or pack it as zip.'],
  [['7z\xbc\xaf', 'Rar!'], 'The file is packed with 7z or rar. Pack it as zip.'],
  [['%PDF'], 'This is a PDF document, which holds no features.'],
  [['\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'], 'This is a picture, which holds no features.'],
  [['\0\0\x27\n'], 'This is the .shp file alone. Pack .shp, .shx, .dbf and .prj together as zip.'],
];

/**
 * Tells the format of a file by its first bytes; the name only decides where they leave it open.
 * @throws MappingError `services:invalid-upload` for what cannot become a layer
 */
export async function detectFormat(file: string, name: string): Promise<DetectedFormat> {
  const head = await readHead(file, headBytes);
  if (head.length === 0) throw uploadFault('The file is empty.');
  const bytes = head.toString('latin1', 0, 64);
  if (bytes.startsWith('PK\x03\x04')) return 'zip';
  if (bytes.startsWith('PK\x05\x06')) throw uploadFault('The archive is empty.');
  if (bytes.startsWith('SQLite format 3\0')) return 'geopackage';
  if (bytes.startsWith('fgb')) return 'flatgeobuf';
  for (const [beginnings, cure] of refusals)
    if (beginnings.some((beginning) => bytes.startsWith(beginning))) throw uploadFault(cure);
  return detectText(head, name);
}

function detectText(head: Buffer, name: string): DetectedFormat {
  const { encoding, mark } = guessEncoding(head);
  const text = new TextDecoder(encoding).decode(head.subarray(mark)).trimStart();
  if (text === '') throw uploadFault('The file is empty.');
  if (encoding === 'utf-8' && text.includes('\0'))
    throw uploadFault('The file is of no format that can become a layer. docs/uploads.md lists them.');
  if (/^[{[]/.test(text.replace('\x1e', ''))) return 'geojson';
  if (text.startsWith('<')) return detectXml(text);
  const extension = path.extname(name).toLowerCase();
  if (extension === '.json' || extension === '.geojson')
    throw uploadFault('GeoJSON begins with a brace {, and this file does not.', { line: 1 });
  return 'csv';
}

function detectXml(text: string): DetectedFormat {
  const root = /<(?:[\w.-]+:)?(kml|gpx|html|osm|gml|wfs|FeatureCollection)\b/i.exec(text)?.[1]?.toLowerCase();
  if (root === 'kml' || root === 'gpx') return root;
  const what = root === undefined ? 'XML that is neither KML nor GPX' : root.toUpperCase();
  throw uploadFault(`This is ${what}. Convert it to GeoJSON, GeoPackage or KML.`);
}

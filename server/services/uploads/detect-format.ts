import path from 'node:path';
import type { MappingError } from '../../../wire/errors.ts';
import type { UploadFormat } from '../../../wire/upload.ts';
import { readHead } from './bytes/read-bytes.ts';
import { guessEncoding } from './text/guess-encoding.ts';
import { uploadFault } from './upload-fault.ts';

/** What a file is, by its bytes; an archive may hold any of them. */
export type DetectedFormat = UploadFormat | 'zip';

const headBytes = 65_536;

/** Beginnings of files that are often tried, and what to do instead. */
const refusals: readonly [readonly string[], () => MappingError][] = [
  [['\xd0\xcf\x11\xe0'], () => uploadFault('excel')],
  [['\x1f\x8b'], () => uploadFault('other-packing', {}, { format: 'gzip' })],
  [['7z\xbc\xaf'], () => uploadFault('other-packing', {}, { format: '7z' })],
  [['Rar!'], () => uploadFault('other-packing', {}, { format: 'rar' })],
  [['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'], () => uploadFault('picture')],
  [['\0\0\x27\n'], () => uploadFault('shp-alone')],
];

/**
 * Tells the format of a file by its first bytes; the name only decides where they leave it open.
 * @throws MappingError `services:invalid-upload` for what cannot become a layer
 */
export async function detectFormat(file: string, name: string): Promise<DetectedFormat> {
  const head = await readHead(file, headBytes);
  if (head.length === 0) throw uploadFault('empty-file');
  const bytes = head.toString('latin1', 0, 64);
  if (bytes.startsWith('PK\x03\x04')) return 'zip';
  if (bytes.startsWith('PK\x05\x06')) throw uploadFault('empty-archive');
  if (bytes.startsWith('SQLite format 3\0')) return 'geopackage';
  if (bytes.startsWith('fgb')) return 'flatgeobuf';
  for (const [beginnings, refuse] of refusals)
    if (beginnings.some((beginning) => bytes.startsWith(beginning))) throw refuse();
  return detectText(head, name);
}

function detectText(head: Buffer, name: string): DetectedFormat {
  const { encoding, mark } = guessEncoding(head);
  const text = new TextDecoder(encoding).decode(head.subarray(mark)).trimStart();
  if (text === '') throw uploadFault('empty-file');
  if (encoding === 'utf-8' && text.includes('\0')) throw uploadFault('unknown-format');
  if (/^[{[]/.test(text.replace('\x1e', ''))) return 'geojson';
  if (text.startsWith('<')) return detectXml(text);
  const extension = path.extname(name).toLowerCase();
  if (extension === '.json' || extension === '.geojson') throw uploadFault('no-geojson', { line: 1 });
  return 'csv';
}

function detectXml(text: string): DetectedFormat {
  const root = /<(?:[\w.-]+:)?(kml|gpx|html|osm|gml|wfs|FeatureCollection)\b/i.exec(text)?.[1]?.toLowerCase();
  if (root === 'kml' || root === 'gpx') return root;
  throw uploadFault('other-xml', {}, { format: (root ?? 'xml').toUpperCase() });
}

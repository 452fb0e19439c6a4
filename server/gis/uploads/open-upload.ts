import path from 'node:path';
import type { MappingError } from '../../../wire/errors.ts';
import type { UploadFormat } from '../../../wire/upload.ts';
import { openZip } from './archive/open-zip.ts';
import { readHead } from './bytes/read-bytes.ts';
import { openCsv } from './formats/csv/read-csv-file.ts';
import { openExcel } from './formats/excel/read-excel-file.ts';
import { isWorkbook } from './formats/excel/read-workbook.ts';
import { openFeatureCollection } from './formats/esri-json/read-feature-collection.ts';
import { openFlatGeobuf } from './formats/flatgeobuf/read-flatgeobuf-file.ts';
import { openGeoJson } from './formats/geojson/read-geojson-file.ts';
import { openGeoPackage } from './formats/geopackage/read-geopackage-file.ts';
import { openGpx } from './formats/gpx/read-gpx-file.ts';
import { openKml } from './formats/kml/read-kml-file.ts';
import { openShapefiles } from './formats/shapefile/read-shapefile-zip.ts';
import { guessEncoding } from '../../../wire/table-text.ts';
import { type UploadChoices, uploadFault, type UploadFile, type UploadSource } from './upload-source.ts';

/** The format of a file, by its bytes; an archive may contain any of them, a shapefile or a workbook. */
type DetectedFormat = Exclude<UploadFormat, 'excel' | 'pmtiles' | 'shapefile'> | 'zip';

const headBytes = 65_536;

/** Whether a file is a PMTiles archive, by its first bytes. */
export async function isTileArchive(file: string): Promise<boolean> {
  return (await readHead(file, 7)).toString('latin1') === 'PMTiles';
}

/** Signatures of files that are often tried, and what to do instead. */
const refusals: readonly [readonly string[], () => MappingError][] = [
  [['\x1f\x8b'], () => uploadFault('other-packing', {}, { format: 'gzip' })],
  [['7z\xbc\xaf'], () => uploadFault('other-packing', {}, { format: '7z' })],
  [['Rar!'], () => uploadFault('other-packing', {}, { format: 'rar' })],
  [['%PDF', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*'], () => uploadFault('picture')],
  [['\0\0\x27\n'], () => uploadFault('shp-alone')],
  // Tiles have no features to load; `publish` makes a vector tile service of them.
  [['PMTiles'], () => uploadFault('unknown-format')],
];

/**
 * Detects the format of a file by its first bytes; the name only decides ambiguous cases.
 * @throws MappingError `services:invalid-upload` for anything that cannot become a layer
 */
async function detectFormat(file: string, name: string): Promise<DetectedFormat> {
  const head = await readHead(file, headBytes);
  if (head.length === 0) throw uploadFault('empty-file');
  const bytes = head.toString('latin1', 0, 64);
  if (bytes.startsWith('PK\x03\x04')) return 'zip';
  if (bytes.startsWith('PK\x05\x06')) throw uploadFault('empty-archive');
  if (bytes.startsWith('SQLite format 3\0')) return 'geopackage';
  if (bytes.startsWith('fgb')) return 'flatgeobuf';
  if (bytes.startsWith('\xd0\xcf\x11\xe0')) throw await officeFault(file, head, name);
  for (const [beginnings, refuse] of refusals)
    if (beginnings.some((beginning) => bytes.startsWith(beginning))) throw refuse();
  return detectText(head, name);
}

/** An older Excel file, or an encrypted one: both are compound files ([MS-CFB]) with a directory of their parts, as documents of Word are. */
async function officeFault(file: string, head: Buffer, name: string): Promise<MappingError> {
  const at = head.length < 52 ? 0 : (head.readUInt32LE(48) + 1) * 2 ** Math.min(head.readUInt16LE(30), 12);
  const directory = await readHead(file, 8192, at);
  const holds = (...entries: readonly string[]) =>
    entries.some((entry) => directory.includes(`${entry}\0`, 0, 'utf16le'));
  if (holds('DataSpaces', 'EncryptedPackage')) return uploadFault('excel-password');
  const isWorkbook = holds('Workbook', 'Book') || /\.xls$/i.test(name);
  return uploadFault(isWorkbook ? 'excel-legacy' : 'unknown-format');
}

function detectText(head: Buffer, name: string): DetectedFormat {
  const { encoding, mark } = guessEncoding(head);
  const text = new TextDecoder(encoding).decode(head.subarray(mark)).trimStart();
  if (text === '') throw uploadFault('empty-file');
  if (encoding === 'utf-8' && text.includes('\0')) throw uploadFault('unknown-format');
  if (/^[{[]/.test(text.replace('\x1e', ''))) return isEsriJson(text) ? 'featureCollection' : 'geojson';
  if (text.startsWith('<')) return detectXml(text);
  const extension = path.extname(name).toLowerCase();
  if (extension === '.json' || extension === '.geojson') throw uploadFault('no-geojson', { line: 1 });
  return 'csv';
}

/** Features as ArcGIS clients write them, which have no types. */
function isEsriJson(text: string): boolean {
  if (/"type"\s*:\s*"Feature(Collection)?"/.test(text)) return false;
  return /"(featureSet|featureCollection|layerDefinition|attributes)"\s*:/.test(text);
}

function detectXml(text: string): DetectedFormat {
  const root = /<(?:[\w.-]+:)?(kml|gpx|html|osm|gml|wfs|FeatureCollection)\b/i.exec(text)?.[1]?.toLowerCase();
  if (root === 'kml' || root === 'gpx') return root;
  throw uploadFault('other-xml', {}, { format: (root ?? 'xml').toUpperCase() });
}

type Opener = (file: UploadFile, choices: UploadChoices) => UploadSource | Promise<UploadSource>;

const openers: Readonly<Record<Exclude<DetectedFormat, 'zip'>, Opener>> = {
  csv: openCsv,
  featureCollection: openFeatureCollection,
  flatgeobuf: openFlatGeobuf,
  geojson: openGeoJson,
  geopackage: openGeoPackage,
  gpx: openGpx,
  kml: openKml,
};

/** Names in an archive that may be files of features. */
const readable = /\.(csv|tsv|txt|fgb|geojson|json|gpkg|gpx|kml)$/i;

/**
 * Opens a file of any supported format.
 * @param folder an empty folder for unpacked files
 * @throws MappingError `services:invalid-upload`
 */
export async function openUpload(
  file: UploadFile,
  choices: UploadChoices,
  folder: string,
): Promise<UploadSource> {
  const format = await detectFormat(file.path, file.name);
  if (format === 'zip') return openArchive(file, choices, folder);
  return openers[format](file, choices);
}

async function openArchive(file: UploadFile, choices: UploadChoices, folder: string): Promise<UploadSource> {
  const zip = await openZip(file.path, folder);
  try {
    if (isWorkbook(zip.names)) return await openExcel(zip, file, choices);
    if (zip.names.some((name) => /\.shp$/i.test(name))) return await openShapefiles(zip, file, choices);
    const name = choose(zip.names);
    const place = await zip.unpack(name);
    const format = await detectFormat(place, name);
    if (format === 'zip') throw uploadFault('nested-archive', { file: name });
    const shown = path.basename(name) === 'doc.kml' ? file.name : path.basename(name);
    return await openers[format]({ path: place, name: shown, meter: file.meter }, choices);
  } finally {
    zip.close();
  }
}

/** A KMZ file's main document usually comes first and is called doc.kml. */
function choose(names: readonly string[]): string {
  const kml =
    names.find((name) => /(^|\/)doc\.kml$/i.test(name)) ?? names.find((name) => /\.kml$/i.test(name));
  if (kml !== undefined) return kml;
  const others = names.filter((name) => readable.test(name));
  const [only] = others;
  if (only !== undefined && others.length === 1) return only;
  if (names.some((name) => /\.gdb\//i.test(name))) throw uploadFault('file-geodatabase');
  if (only !== undefined) throw uploadFault('several-files');
  throw uploadFault('nothing-readable');
}

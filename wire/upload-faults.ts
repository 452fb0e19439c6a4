import type { Fault } from './errors.ts';
import { printUploadPlace, type UploadPlace } from './upload.ts';

/**
 * Faults of an uploaded file: each with its stable code, and its English message with the fix. Clients that do not know
 * the code show the message; this application translates it (`upload.fault.<code>` of the message catalogue, with the
 * same values).
 */
export const uploadFaults = {
  // The file as a whole.
  'empty-file': 'The file is empty.',
  'empty-archive': 'The archive is empty.',
  'no-features': 'The file contains no features.',
  'unknown-format':
    'This file format isn’t supported. Upload GeoJSON, CSV, Excel, Shapefile (zip), KML, KMZ, GPX, GeoPackage or FlatGeobuf.',
  'no-geojson': 'GeoJSON starts with a brace {, but this file doesn’t.',
  'other-xml': 'This is {{format}}, not KML or GPX. Convert it to GeoJSON, GeoPackage or KML.',
  'other-packing': 'The file is compressed with {{format}}. Unpack it, or use zip.',
  'excel-legacy':
    'This is a workbook of Excel 97–2003 (.xls). Save it as .xlsx in Excel or LibreOffice, and upload that.',
  'excel-binary':
    'This is a binary Excel workbook (.xlsb). Save it as .xlsx in Excel or LibreOffice, and upload that.',
  'excel-password':
    'This is an Excel workbook with a password to open it. Remove the password in Excel, save it as .xlsx and upload that.',
  'file-geodatabase': 'This is a file geodatabase. Export it as GeoPackage or Shapefile.',
  picture: 'This is an image or a PDF document, which has no features.',
  'shp-alone': 'Only the .shp file was uploaded. Zip .shp, .shx, .dbf and .prj together.',
  'too-many-layers': 'The file contains {{found}} layers; the limit is {{most}}.',
  'too-slow': 'Reading the file takes longer than {{seconds}} seconds. Split it.',
  'too-much-memory':
    'Reading the file needs more than {{most}} MB of memory. Simplify its largest features, or split it.',
  'not-read': 'The file couldn’t be read to the end.',
  // The archive.
  'nothing-readable':
    'The archive contains no supported file: no .shp, .kml, .geojson, .csv, .gpkg, .gpx or .fgb.',
  'several-files': 'The archive contains several data files. Upload them one at a time.',
  'nested-archive': 'Archives inside archives aren’t opened.',
  'too-many-files': 'The archive contains more than {{most}} files.',
  'archive-password': 'The archive is password-protected. Create it without a password.',
  'archive-too-large': 'Unpacked, the archive is larger than {{most}} GB.',
  'archive-bomb': 'Unpacked, the archive is more than {{most}} times larger, which map data never is.',
  'broken-archive': 'The archive can’t be unpacked ({{reason}}). Create it again.',
  'raster-tiles': 'The archive contains tiles of images. Upload an archive of vector tiles.',
  'tile-too-large': 'A tile is larger than {{most}} MB. Create the archive with smaller tiles.',
  // Text.
  'unknown-encoding': 'The encoding “{{encoding}}” isn’t supported. Save the file as UTF-8.',
  'wrong-bytes':
    'The file contains bytes that aren’t valid {{encoding}}. Save it as UTF-8, or choose its encoding.',
  'broken-json': 'Not valid JSON: {{reason}}.',
  'broken-xml': 'Not well-formed XML: {{reason}}',
  'xml-entities': 'The document declares entities, which aren’t supported. Remove its DOCTYPE.',
  'too-deep': 'Brackets or elements are nested deeper than {{most}}.',
  'ends-early': 'The file is incomplete. Upload it again.',
  'ends-in-feature':
    'The file ends in the middle of this feature: it’s incomplete, or a bracket or quotation mark isn’t closed.',
  'open-quote': 'A quotation mark is never closed.',
  'closing-quote':
    'Expected a delimiter or the end of the line after a closing quotation mark. Double quotation marks that belong to the text.',
  'inner-quote':
    'A quotation mark appears inside a value. Quote the whole value and double the quotation marks inside.',
  'row-too-long': 'A row is longer than {{most}} MB. A quotation mark is probably not closed.',
  'broken-row': 'The row can’t be read ({{reason}}).',
  'row-length':
    'The row has {{found}} values, but the first line has {{columns}}. Quote values that contain the delimiter.',
  // Fields and values.
  'too-many-columns':
    'There are {{found}} columns; a layer can have at most {{most}}. Remove columns you don’t need.',
  'too-many-fields':
    'There are more than {{most}} fields, the limit of a layer. Remove fields you don’t need.',
  'name-too-long': 'The name of the field “{{field}}” is too long. Shorten it.',
  'text-too-long': 'The text in “{{field}}” has {{found}} characters; the limit is {{most}}.',
  'unfit-value': 'A value doesn’t fit its field ({{reason}}).',
  // Features and their geometry.
  'feature-expected': 'Expected a feature, which starts with a brace {.',
  'no-feature': 'An object of type {{type}} isn’t a feature.',
  'broken-feature': 'The feature is damaged or too large.',
  'feature-too-large': 'One feature is larger than {{most}} MB. Simplify or split it.',
  'too-many-parts': 'A feature has too many parts. Split it.',
  'too-many-vertices': 'The geometry has {{found}} vertices; the limit is {{most}}. Simplify or split it.',
  'geometry-type': 'Geometries of type {{type}} aren’t supported.',
  'broken-geometry': 'The geometry can’t be read ({{reason}}).',
  'missing-row': 'The .dbf file has no row for it. Zip the files of one export together.',
  'broken-header': 'This isn’t a {{format}} file, or its header is damaged.',
  'broken-geopackage': 'The GeoPackage can’t be read ({{reason}}).',
  'not-a-table':
    '“{{name}}” is a view, a virtual table or has computed columns. Only plain tables are supported: export it as a layer of its own.',
  // Coordinates and their positions.
  'no-coordinates': '“{{text}}” aren’t coordinates.',
  'no-coordinate': '“{{text}}” in the column {{column}} isn’t a coordinate.',
  'no-column': 'No column “{{column}}” for the coordinates was found.',
  'no-position': 'The point has no latitude and longitude.',
  latitude:
    'The latitude {{latitude}} is outside −90 to 90, so these aren’t degrees. Export the file as WGS84, or include its spatial reference.',
  longitude:
    'The longitude {{longitude}} is outside −180 to 180, so these aren’t degrees. Export the file as WGS84, or include its spatial reference.',
  'outside-reference': 'The coordinates are outside the area of their spatial reference.',
  'unknown-reference': 'The file’s spatial reference isn’t supported. Export it as WGS84 (EPSG:4326).',
  'unknown-reference-name':
    'The spatial reference “{{name}}” isn’t supported. Export the file as WGS84 (EPSG:4326).',
  'no-prj': 'The .prj file is missing and the coordinates aren’t degrees. Add the .prj file to the archive.',
  // Notices that are not faults.
  'prj-assumed': 'The .prj file is missing; the coordinates were read as WGS84 degrees.',
  // The job.
  'server-stopped': 'The server was restarted. Publish the file again.',
  unexpected: 'Something went wrong while publishing the file.',
  // Jobs of other kinds: what the server says besides is for other clients.
  'job-stopped': 'The server was restarted. Nothing was changed. Try again.',
  'job-unexpected': 'Something went wrong. Nothing was changed. Try again.',
} as const;

export type UploadFaultCode = keyof typeof uploadFaults;

type Named<Sentence extends string> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Named<Rest>
  : never;

/** The values of a fault's message: texts verbatim, numbers in the reader's format. */
export type UploadFaultValues<Code extends UploadFaultCode> = Readonly<
  Record<Named<(typeof uploadFaults)[Code]>, string | number>
>;

/** The position of a fault, and the values of its message, if any. */
export type UploadFaultDetails<Code extends UploadFaultCode> = [Named<(typeof uploadFaults)[Code]>] extends [
  never,
]
  ? [place?: UploadPlace]
  : [place: UploadPlace, values: UploadFaultValues<Code>];

/** A fault as sent over the wire; its path is empty if it concerns the whole file. */
export function uploadFaultAt<Code extends UploadFaultCode>(
  code: Code,
  ...details: UploadFaultDetails<Code>
): Fault & { code: Code } {
  const [place = {}, values] = details as [UploadPlace?, Record<string, string | number>?];
  const message = uploadFaults[code].replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    const value = values?.[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString('en', { useGrouping: 'min2' }) : value;
  });
  return { path: printUploadPlace(place), message, code, ...(values && { values }) };
}

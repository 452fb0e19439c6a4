import type { Fault } from './errors.ts';
import { printUploadPlace, type UploadPlace } from './upload.ts';

/**
 * What can be wrong with a file that shall become a layer: each fault's stable code, and its sentence in English with the
 * cure. Clients that do not know the code show the sentence; ours says it in the person's language
 * (`upload.fault.<code>` of the message catalogue, with the same values).
 */
export const uploadFaults = {
  // The file as a whole.
  'empty-file': 'The file is empty.',
  'empty-archive': 'The archive is empty.',
  'no-features': 'The file holds no features.',
  'unknown-format':
    'The file is of no format that can become a layer: GeoJSON, CSV, Shapefile (zip), KML, KMZ, GPX, GeoPackage or FlatGeobuf.',
  'no-geojson': 'GeoJSON begins with a brace {, and this file does not.',
  'other-xml': 'This is {{format}}, neither KML nor GPX. Convert it to GeoJSON, GeoPackage or KML.',
  'other-packing': 'The file is packed with {{format}}. Unpack it, or pack it as zip.',
  excel: 'This is an Excel file. Save the sheet as CSV and upload that.',
  'file-geodatabase': 'This is a file geodatabase. Export it as GeoPackage or Shapefile.',
  picture: 'This is a picture or a PDF document, which holds no features.',
  'shp-alone': 'This is the .shp file alone. Pack .shp, .shx, .dbf and .prj together as zip.',
  'too-many-layers': 'The file holds {{found}} layers; at most {{most}} are possible.',
  'too-slow': 'Reading the file takes longer than {{seconds}} seconds. Cut it into parts.',
  'too-much-memory':
    'Reading the file needs more than {{most}} MB of memory. Simplify its largest features, or cut it into parts.',
  'not-read': 'The file could not be read to its end.',
  // The archive.
  'nothing-readable':
    'The archive holds no file that can become a layer: no .shp, .kml, .geojson, .csv, .gpkg, .gpx or .fgb.',
  'several-files': 'The archive holds several files of features. Upload them one by one.',
  'nested-archive': 'An archive in an archive is not opened.',
  'too-many-files': 'The archive holds more than {{most}} files.',
  'archive-password': 'The archive is protected by a password. Pack it without one.',
  'archive-too-large': 'Unpacked, the archive is larger than {{most}} GB.',
  'archive-bomb': 'Unpacked, it becomes more than {{most}} times larger, which no map data does.',
  'broken-archive': 'The archive cannot be unpacked ({{reason}}). Pack it again.',
  // Text.
  'unknown-encoding': 'The encoding “{{encoding}}” is not known here. Save the file as UTF-8.',
  'wrong-bytes':
    'There are bytes that are no {{encoding}} text. Save the file as UTF-8, or choose the encoding it has.',
  'broken-json': 'This is no JSON: {{reason}}.',
  'broken-xml': 'This is no well-formed XML: {{reason}}',
  'xml-entities': 'The document declares entities, which are not read. Remove its DOCTYPE.',
  'too-deep': 'Brackets or elements are nested deeper than {{most}}.',
  'ends-early': 'The file ends too early: it was cut off. Upload it again.',
  'ends-in-feature':
    'The file ends in the middle of this feature: it was cut off, or a bracket or quotation mark is not closed.',
  'open-quote': 'A quotation mark is opened and never closed.',
  'closing-quote':
    'After a closing quotation mark the delimiter or the end of the line is expected. Double the marks that belong to the text.',
  'inner-quote':
    'A quotation mark stands within a text. Put the whole text in marks and double those within.',
  'row-too-long': 'A row is longer than {{most}} MB: a quotation mark is probably not closed.',
  'broken-row': 'The row cannot be read ({{reason}}).',
  'row-length':
    'The row has {{found}} values, the first line names {{columns}} columns. Values that hold the delimiter belong in quotation marks.',
  // Fields and values.
  'too-many-columns':
    'There are {{found}} columns; a layer holds at most {{most}}. Leave out those nobody needs.',
  'too-many-fields':
    'There are more than {{most}} fields, and a layer holds no more. Leave out those nobody needs.',
  'text-too-long': 'The text in “{{field}}” has {{found}} characters; at most {{most}} are possible.',
  'unfit-value': 'A value does not fit its field ({{reason}}).',
  // Features and their geometry.
  'feature-expected': 'A feature is expected here, which begins with a brace {.',
  'no-feature': 'An object of the type {{type}} is no feature.',
  'broken-feature': 'The feature is broken, or larger than is possible.',
  'feature-too-large': 'One feature has more than {{most}} MB. Simplify it, or cut it into parts.',
  'too-many-parts': 'A feature has too many parts. Cut it into several.',
  'too-many-vertices':
    'The geometry has {{found}} vertices; at most {{most}} are possible. Simplify it, or cut it into parts.',
  'geometry-type': 'A geometry of the type {{type}} cannot be kept.',
  'broken-geometry': 'The geometry cannot be read ({{reason}}).',
  'missing-row': 'The .dbf file has no row for it. Pack the files of one export together.',
  'broken-header': 'This is no {{format}} file, or its header is broken.',
  'broken-geopackage': 'The GeoPackage cannot be read ({{reason}}).',
  'not-a-table':
    '“{{name}}” is a view, a virtual table or has computed columns. Only plain tables can be read: export it as a layer of its own.',
  // Coordinates and where they are.
  'no-coordinates': '“{{text}}” are no coordinates.',
  'no-coordinate': '“{{text}}” in the column {{column}} is no coordinate.',
  'no-column': 'There is no column “{{column}}” for the coordinates.',
  'no-position': 'The point has no latitude and longitude.',
  latitude:
    'The latitude {{latitude}} is outside −90 to 90: these are no degrees. Export the file as WGS84, or name its spatial reference.',
  longitude:
    'The longitude {{longitude}} is outside −180 to 180: these are no degrees. Export the file as WGS84, or name its spatial reference.',
  'outside-reference': 'The coordinates lie outside the area their spatial reference can be used in.',
  'unknown-reference':
    'The spatial reference of the file is not known here. Export the file as WGS84 (EPSG:4326).',
  'unknown-reference-name':
    'The spatial reference “{{name}}” is not known here. Export the file as WGS84 (EPSG:4326).',
  'no-prj':
    'There is no .prj file beside it, and the coordinates are no degrees. Add the .prj file to the archive.',
  // What is told without being a fault.
  'prj-assumed': 'It has no .prj file; its coordinates were taken for WGS84 degrees.',
  // The job.
  'server-stopped': 'The server was stopped. Publish the file again.',
  unexpected: 'Something went wrong while the file was published.',
} as const;

export type UploadFaultCode = keyof typeof uploadFaults;

type Named<Sentence extends string> = Sentence extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Named<Rest>
  : never;

/** What stands in the sentence of a fault: texts as they are, numbers as the reader's language writes them. */
export type UploadFaultValues<Code extends UploadFaultCode> = Readonly<
  Record<Named<(typeof uploadFaults)[Code]>, string | number>
>;

/** Where a fault is, and its values when its sentence has some. */
export type UploadFaultDetails<Code extends UploadFaultCode> = [Named<(typeof uploadFaults)[Code]>] extends [
  never,
]
  ? [place?: UploadPlace]
  : [place: UploadPlace, values: UploadFaultValues<Code>];

/** A fault as it goes over the wire; its path is empty when the whole file is meant. */
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

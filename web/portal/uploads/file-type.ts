import type { Portal } from '../portal-types.ts';

/** How a portal takes a file: its item type, and its `filetype` for analysing and publishing. */
export interface FileKind {
  itemType: string;
  fileType: string;
  /** Whether the portal can describe the file before publishing (`content/features/analyze`). */
  analysed: boolean;
}

/** Item types of embedded portals by file extension; they analyse every file, and recognise it by its bytes. */
const embeddedTypes: Readonly<Record<string, string>> = {
  csv: 'CSV',
  fgb: 'FlatGeobuf',
  geojson: 'GeoJson',
  gpkg: 'GeoPackage',
  gpx: 'GPX',
  json: 'GeoJson',
  kml: 'KML',
  kmz: 'KML',
  pmtiles: 'PMTiles',
  tsv: 'CSV',
  txt: 'CSV',
  xlsm: 'Microsoft Excel',
  xlsx: 'Microsoft Excel',
  zip: 'Shapefile',
};

const csv: FileKind = { itemType: 'CSV', fileType: 'csv', analysed: true };
const excel: FileKind = { itemType: 'Microsoft Excel', fileType: 'excel', analysed: true };
const geojson: FileKind = { itemType: 'GeoJson', fileType: 'geojson', analysed: false };
const shapefile: FileKind = { itemType: 'Shapefile', fileType: 'shapefile', analysed: true };
const geodatabase: FileKind = {
  itemType: 'File Geodatabase',
  fileType: 'fileGeodatabase',
  analysed: false,
};

/**
 * What ArcGIS Online and Enterprise publish as feature layers, by file extension.
 * https://developers.arcgis.com/rest/users-groups-and-items/publish-item/
 * https://developers.arcgis.com/rest/users-groups-and-items/analyze/
 */
const arcgisKinds: Readonly<Record<string, FileKind>> = {
  csv,
  geojson,
  gpkg: { itemType: 'GeoPackage', fileType: 'geoPackage', analysed: true },
  json: geojson,
  txt: csv,
  xls: excel,
  xlsx: excel,
  zip: shapefile,
};

/** Accepted extensions, for a file input. */
export function acceptedFiles(portal: Portal | undefined): string {
  const kinds = portal?.uploadPreviews ? embeddedTypes : arcgisKinds;
  return Object.keys(kinds)
    .map((end) => `.${end}`)
    .join(',');
}

/** How the portal takes this file; undefined if it publishes no such files. */
export async function fileKind(file: File, portal: Portal | undefined): Promise<FileKind | undefined> {
  const end = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (portal?.uploadPreviews) {
    const itemType = embeddedTypes[end] ?? 'CSV';
    if (itemType === excel.itemType) return excel;
    return { itemType, fileType: itemType.toLowerCase(), analysed: true };
  }
  if (end === 'zip' && (await holdsGeodatabase(file))) return geodatabase;
  return arcgisKinds[end];
}

/** Bytes at the end of an archive in which its list of files is looked for. */
const listBytes = 256 * 1024;

/** Whether a zip archive contains a file geodatabase: a folder whose name ends with `.gdb`. */
async function holdsGeodatabase(file: File): Promise<boolean> {
  const end = await file.slice(Math.max(0, file.size - listBytes)).arrayBuffer();
  return new TextDecoder('latin1').decode(end).includes('.gdb/');
}

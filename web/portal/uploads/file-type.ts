/** Item types by file extension. */
const types: Readonly<Record<string, string>> = {
  csv: 'CSV',
  fgb: 'FlatGeobuf',
  geojson: 'GeoJson',
  gpkg: 'GeoPackage',
  gpx: 'GPX',
  json: 'GeoJson',
  kml: 'KML',
  kmz: 'KML',
  tsv: 'CSV',
  txt: 'CSV',
  zip: 'Shapefile',
};

/** Accepted extensions, for a file input. */
export const acceptedFiles = Object.keys(types)
  .map((end) => `.${end}`)
  .join(',');

/** The item type of a file, by its name; the server checks the content. */
export function fileType(name: string): string {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return types[end] ?? 'CSV';
}

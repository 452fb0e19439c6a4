/** Types of item by the end of a file's name. */
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

/** Ends of names that people may choose, as a file input takes them. */
export const acceptedFiles = Object.keys(types)
  .map((end) => `.${end}`)
  .join(',');

/** The type of item a file becomes, by its name; the server looks into it. */
export function fileType(name: string): string {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return types[end] ?? 'CSV';
}

import { extname } from 'node:path';

const byExtension: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.geojson': 'application/geo+json',
  '.gpkg': 'application/geopackage+sqlite3',
  '.gpx': 'application/gpx+xml',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.pbf': 'application/x-protobuf',
  '.pdf': 'application/pdf',
  '.pmtiles': 'application/vnd.pmtiles',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

/** Media types that a browser may show from this origin without running anything. */
const harmless =
  /^(application\/(json|geo\+json|x-protobuf|vnd\.google-earth\.kml\+xml)|text\/(plain|csv)|image\/(png|jpeg|gif|webp))(;|$)/;

/** The media type of an uploaded file: by its name if that determines it, else as sent by the client. */
export function contentTypeOf(filename: string, given: string): string {
  const known = byExtension[extname(filename).toLowerCase()];
  if (known) return known;
  // A script with its own type could be run by a page of this origin.
  if (!/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/.test(given) || /script/i.test(given))
    return 'application/octet-stream';
  return given;
}

export function isHarmless(contentType: string): boolean {
  return harmless.test(contentType);
}

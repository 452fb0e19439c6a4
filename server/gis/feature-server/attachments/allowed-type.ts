import path from 'node:path';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';

/** Allowed attachments by file extension. Nothing that a browser would run. */
const types: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.heic': 'image/heic',
  '.bmp': 'image/bmp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
  '.gpx': 'application/gpx+xml',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.gpkg': 'application/geopackage+sqlite3',
  '.fgb': 'application/octet-stream',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/**
 * The content type of an attachment. The name decides, never what the client claims: a page named photo.jpg stays a
 * (broken) picture.
 * @throws MappingError `services:attachment-type` (400)
 */
export function attachmentType(filename: string): string {
  const type = types[path.extname(filename).toLowerCase()];
  if (type) return type;
  throw new MappingError('services:attachment-type', 'Files of this type cannot be attached.', {
    status: 400,
    faults: [
      {
        path: 'attachment',
        message: `Expected one of ${Object.keys(types).join(' ')}.`,
        ...coded('attachment-type', {}),
      },
    ],
  });
}

/** A file name without folders and control characters. */
export function sanitiseFilename(filename: string): string {
  const base = path.basename(filename.replaceAll('\\', '/'));
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  return base.replaceAll(/[\u0000-\u001f\u007f"]/g, '_').slice(-200) || 'attachment';
}

/** Pictures and PDF open in the browser; everything else is saved. */
export function opensInBrowser(contentType: string): boolean {
  return /^(image\/(jpeg|png|gif|webp|bmp)|application\/pdf)$/.test(contentType);
}

import { basename, extname } from 'node:path';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';

/** A picture that may be shown: its type is detected by its first bytes, never by its name. */
export interface Picture {
  /** Safe as the last part of an address, with the right extension. */
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

const kinds: readonly {
  contentType: string;
  extension: string;
  begins: string;
  goesOn?: [number, string];
}[] = [
  { contentType: 'image/png', extension: '.png', begins: '\u0089PNG\r\n\u001a\n' },
  { contentType: 'image/jpeg', extension: '.jpg', begins: '\u00ff\u00d8\u00ff' },
  { contentType: 'image/gif', extension: '.gif', begins: 'GIF8' },
  { contentType: 'image/webp', extension: '.webp', begins: 'RIFF', goesOn: [8, 'WEBP'] },
];

const cannot = 'The picture cannot be used:';

/**
 * @param filename as sent by the client; the name is sanitized
 * @throws MappingError `portal:invalid-picture`, status 400, for anything but PNG, JPEG, GIF and WebP, and
 * for one that is too large
 */
export function readPicture(filename: string, bytes: Uint8Array): Picture {
  const most = limits.thumbnailBytes / 1_000_000;
  if (bytes.length > limits.thumbnailBytes)
    throw refusal('portal:invalid-picture', `${cannot} it is larger than ${most} MB.`, 'large-picture', {
      most,
    });
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const kind = kinds.find(
    ({ begins, goesOn: [at, text] = [0, ''] }) => head.startsWith(begins) && head.startsWith(text, at),
  );
  if (!kind)
    throw refusal(
      'portal:invalid-picture',
      `${cannot} it is neither PNG nor JPEG, GIF or WebP.`,
      'no-picture',
      {},
    );
  const stem = basename(filename, extname(filename))
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 80);
  return { name: (stem || 'thumbnail') + kind.extension, contentType: kind.contentType, bytes };
}

/**
 * A picture in a `data:` address.
 * @throws MappingError `portal:invalid-picture`
 */
export function readDataUrl(text: string, filename: string): Picture {
  const encoded = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(text.trim())?.[1];
  if (!encoded)
    throw new MappingError(
      'portal:invalid-picture',
      `${cannot} it is no data: address of a picture in base64.`,
      { status: 400 },
    );
  return readPicture(filename, Buffer.from(encoded, 'base64'));
}

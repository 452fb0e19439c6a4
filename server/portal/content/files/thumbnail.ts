import { basename, extname } from 'node:path';
import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { FormFile } from '../../../platform/http/multipart/read-form.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { type PictureType, pictureTypeOf } from '../../../platform/safety/picture-type.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { updateItem } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { deleteFiles, findFile, readFileBytes, replaceThumbnail } from './file-store.ts';

/** A picture that may be shown: its type is detected by its first bytes, never by its name. */
export interface Picture {
  /** Safe as the last part of an address, with the right extension. */
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

const extensions: Readonly<Record<PictureType, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

const cannot = 'The picture cannot be used:';

/**
 * @param filename as sent by the client; the name is sanitized
 * @throws MappingError `portal:invalid-picture`, status 400, for anything but PNG, JPEG, GIF and WebP, and
 * for one that is too large
 */
export function readPicture(filename: string, bytes: Uint8Array): Picture {
  refuseLarge(bytes.length);
  const contentType = pictureTypeOf(bytes);
  if (!contentType)
    throw refusal(
      'portal:invalid-picture',
      `${cannot} it is neither PNG nor JPEG, GIF or WebP.`,
      'no-picture',
      {},
    );
  const stem = basename(filename, extname(filename))
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .slice(0, 80);
  return { name: (stem || 'thumbnail') + extensions[contentType], contentType, bytes };
}

/** @throws MappingError `portal:invalid-picture` */
function refuseLarge(size: number): void {
  const most = limits.thumbnailBytes / 1_000_000;
  if (size > limits.thumbnailBytes)
    throw refusal('portal:invalid-picture', `${cannot} it is larger than ${most} MB.`, 'large-picture', {
      most,
    });
}

/**
 * The picture in a file of a form, which is read only if it is not too large.
 * @throws MappingError as `readPicture`
 */
async function readPictureFile(filename: string, file: FormFile): Promise<Picture> {
  refuseLarge(file.size);
  return readPicture(filename, await file.read());
}

/**
 * A picture in a `data:` URL.
 * @throws MappingError `portal:invalid-picture`
 */
export function readDataUrl(text: string, filename: string): Picture {
  // Before the text is read, in one turn of the event loop.
  if (text.length > limits.dataUrlCharacters) {
    const most = limits.dataUrlCharacters / 1_000_000;
    throw new MappingError(
      'portal:invalid-picture',
      `${cannot} a data: URL has at most ${most} million characters. Send the picture as a file.`,
      { status: 400 },
    );
  }
  const encoded = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(text.trim())?.[1];
  if (!encoded)
    throw new MappingError(
      'portal:invalid-picture',
      `${cannot} it is not a data: URL of a picture in base64.`,
      { status: 400 },
    );
  return readPicture(filename, Buffer.from(encoded, 'base64'));
}

const textSchema = z.object({ thumbnail: z.string().optional() });

/**
 * The picture among other changes: a file, or `thumbnail` as a `data:` URL. Another text is the path of the present picture, which
 * clients send back; no other host is requested.
 * @throws MappingError `portal:invalid-picture`, `arcgis:invalid-parameter` for the address of a picture
 */
export async function readSentPicture(
  { parameters }: Pick<PortalCall, 'parameters'>,
  file: FormFile | undefined,
): Promise<Picture | undefined> {
  if (file) return readPictureFile(file.filename, file);
  const { thumbnail: text = '' } = readOperation(textSchema, parameters);
  if (/^\s*data:/i.test(text)) return readDataUrl(text, 'thumbnail');
  if (/^\s*https?:/i.test(text))
    throw parameterError('thumbnail', 'Send the picture itself, as a file or a data: URL.');
  return undefined;
}

/**
 * Sets the picture of an item. Also for demo content: the caller authorises.
 * @param now epoch milliseconds
 * @returns the path below `info/`
 */
export async function setThumbnail(
  database: Database,
  itemId: string,
  picture: Picture,
  now: number,
): Promise<string> {
  const path = thumbnailPath(picture);
  await inTransaction(database, async (transaction) => {
    // The item first, as every change of it does: others wait for it there.
    await updateItem(transaction, itemId, { thumbnail: path });
    await saveThumbnail(transaction, { kind: 'item', id: itemId }, picture, now);
  });
  return path;
}

/**
 * Stores the picture of an item, a group or a user; the caller sets their `thumbnail` to the returned path.
 */
export async function saveThumbnail(
  database: Database,
  owner: { kind: 'item' | 'group' | 'user'; id: string },
  picture: Picture,
  now: number,
): Promise<string> {
  const path = thumbnailPath(picture);
  await replaceThumbnail(database, {
    owner_kind: owner.kind,
    owner_id: owner.id,
    path,
    content_type: picture.contentType,
    bytes: picture.bytes,
    created_at: now,
  });
  return path;
}

function thumbnailPath(picture: Picture): string {
  return `thumbnail/${picture.name}`;
}

/** Besides a file. */
const schema = z.object({
  filename: z.string().optional(),
  data: z.string().optional(),
  file: z.string().optional(),
  url: z.string().optional(),
});

const infoAddress = /^\/portal\/sharing(?:\/rest)?\/content\/items\/([^/]+)\/info\/(.+)$/;

/**
 * Reads the thumbnail of another item of this portal, as the caller may see it. When a map is saved as another, ArcGIS clients
 * send the thumbnail's whole URL, token included. It is looked up in the database; no other host is ever requested.
 * @throws MappingError `portal:foreign-picture`, `portal:item-not-found`, `portal:forbidden`
 */
async function readOwnPicture(call: PortalCall, address: string, filename: string): Promise<Picture> {
  const { context, caller } = call;
  const base = new URL(context.publicUrl);
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  // Clients change http to https, so only the host is compared.
  const [, id, path] = (url?.hostname === base.hostname && infoAddress.exec(decode(url.pathname))) || [];
  if (id === undefined || path === undefined) throw foreign();
  const item = await loadItem({ context, caller, path: { id } }, 'see');
  const file = await findFile(context.database, { owner_kind: 'item', owner_id: item.id }, path);
  if (!file) throw foreign();
  refuseLarge(file.size);
  const bytes = await readFileBytes(context.database, file);
  return readPicture(filename === 'thumbnail' ? path : filename, bytes);
}

/** Decodes a path; malformed escapes give an empty one, which names nothing. */
function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}

function foreign(): MappingError {
  return new MappingError(
    'portal:foreign-picture',
    'The URL of the thumbnail is not an image of this portal.',
    {
      status: 400,
    },
  );
}

/** `…/items/{id}/updateThumbnail`: `url` (of this portal), `data` (a `data:` URL) or a file; `filename` names it. */
export const updateThumbnail: Operation = async (call) => {
  const { context } = call;
  const item = await loadItem(call, 'change');
  const now = context.now();
  await setThumbnail(context.database, item.id, await givenPicture(call), now);
  await updateItem(context.database, item.id, { modified_at: now });
  return { success: true, id: item.id };
};

/** `…/items/{id}/deleteThumbnail`. */
export const deleteThumbnail: Operation = async (call) => {
  const { context } = call;
  const item = await loadItem(call, 'change');
  await inTransaction(context.database, async (transaction) => {
    await updateItem(transaction, item.id, { thumbnail: null, modified_at: context.now() });
    if (item.thumbnail !== null)
      await deleteFiles(transaction, { owner_kind: 'item', owner_id: item.id }, item.thumbnail);
  });
  return { success: true, itemId: item.id };
};

async function givenPicture(call: PortalCall): Promise<Picture> {
  const { parameters, files } = call;
  const file = files.find(({ field }) => field !== 'text');
  const { filename, url, ...input } = readOperation(schema, parameters);
  const name = filename ?? file?.filename ?? 'thumbnail';
  if (file) return readPictureFile(name, file);
  const data = input.data ?? input.file;
  if (data !== undefined) return readDataUrl(data, name);
  if (url !== undefined) return readOwnPicture(call, url, name);
  throw new MappingError('portal:thumbnail-missing', 'Specify the thumbnail as file, data or url.', {
    status: 400,
  });
}

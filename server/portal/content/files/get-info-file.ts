import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { loadGroup } from '../../access/load-group.ts';
import { userNotFound } from '../../access/refusals.ts';
import { maySeeUser } from '../../access/user-policy.ts';
import { findUser } from '../../community/user-store.ts';
import type { Operation, PortalCall, rawAnswer } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { type FileOwner, findFile } from './file-store.ts';
import { sendBytes } from './send-bytes.ts';

const schema = z.object({ w: z.string().optional() });

/** The widths that are generated, in pixels: a request gets the next larger one, so that few pictures serve all screens. */
const widths = [100, 200, 400, 600, 800, 1200, 1600] as const;

interface Picture {
  content_type: string;
  bytes: Uint8Array;
}

/** The width to scale to for the request's parameter `w`; undefined: the original. */
export function widthFor(wanted: string | undefined): number | undefined {
  if (wanted === undefined || !/^\d{1,5}$/.test(wanted) || Number(wanted) === 0) return undefined;
  return widths.find((width) => width >= Number(wanted));
}

/** Resized pictures, the least recently used first; bounded by `limits.thumbnailCacheBytes`. */
const made = new Map<string, Uint8Array>();
let madeBytes = 0;

/**
 * Scales a picture down to a width, in its own format. Smaller pictures, animations, and files that cannot be read as a
 * picture are returned unchanged.
 */
export async function resizePicture(picture: Picture, width: number): Promise<Picture> {
  if (!/^image\/(png|jpeg|webp)$/.test(picture.content_type)) return picture;
  const key = `${width} ${createHash('sha256').update(picture.bytes).digest('base64url')}`;
  const known = made.get(key);
  if (known) {
    // Move to the end: most recently used.
    made.delete(key);
    made.set(key, known);
    return { ...picture, bytes: known };
  }
  const bytes = await shrink(picture.bytes, width);
  store(key, bytes);
  return { ...picture, bytes };
}

async function shrink(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  try {
    const image = sharp(bytes, { limitInputPixels: limits.thumbnailPixels, failOn: 'error', pages: -1 });
    const { width: has = 0, pages = 1 } = await image.metadata();
    if (has <= width || pages > 1) return bytes;
    const smaller = await image.rotate().resize({ width }).toBuffer();
    return smaller.length < bytes.length ? smaller : bytes;
  } catch {
    return bytes;
  }
}

function store(key: string, bytes: Uint8Array): void {
  // Another request may have resized the same picture meanwhile.
  madeBytes += bytes.length - (made.get(key)?.length ?? 0);
  made.set(key, bytes);
  for (const [oldest, dropped] of made) {
    if (madeBytes <= limits.thumbnailCacheBytes) break;
    made.delete(oldest);
    madeBytes -= dropped.length;
  }
}

/** `content/items/{id}/info/{file}`: the thumbnail, no wider than `w`. */
export const getItemInfoFile: Operation = async (call) => {
  const item = await loadItem(call, 'see');
  return sendInfoFile(call, { owner_kind: 'item', owner_id: item.id });
};

/** `community/groups/{id}/info/{file}`. */
export const getGroupInfoFile: Operation = async (call) => {
  const { group } = await loadGroup(call.context, call.caller, call.path['id'] ?? '', 'see');
  return sendInfoFile(call, { owner_kind: 'group', owner_id: group.id });
};

/** `community/users/{user}/info/{file}`. */
export const getUserInfoFile: Operation = async (call) => {
  const user = await findUser(call.context.database, call.path['user'] ?? '');
  if (!user || !maySeeUser(call.caller, user)) throw userNotFound();
  return sendInfoFile(call, { owner_kind: 'user', owner_id: user.username });
};

async function sendInfoFile(
  { context, path, parameters, request, reply }: PortalCall,
  owner: FileOwner,
): Promise<typeof rawAnswer> {
  const file = await findFile(context.database, owner, path['*'] ?? '');
  if (!file) throw new MappingError('portal:file-not-found', 'File does not exist.', { status: 400 });
  const width = widthFor(readOperation(schema, parameters).w);
  return sendBytes(request, reply, width ? { ...file, ...(await resizePicture(file, width)) } : file);
}

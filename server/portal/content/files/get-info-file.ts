import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { decodePicture } from '../../../platform/safety/decode-picture.ts';
import { pictureTypeOf } from '../../../platform/safety/picture-type.ts';
import { loadGroup } from '../../access/load-group.ts';
import { userNotFound } from '../../access/refusals.ts';
import { maySeeUser } from '../../access/user-policy.ts';
import { findUser } from '../../community/user-store.ts';
import type { Operation, PortalCall, rawResponse } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { type FileOwner, findFile, readFileBytes } from './file-store.ts';
import { sendBytes, sendFile } from './send-bytes.ts';

const schema = z.object({ w: z.string().optional() });

/** The widths that are generated, in pixels: a request gets the next larger one, so that few pictures serve all screens. */
const widths = [100, 200, 400, 600, 800, 1200, 1600] as const;

interface Picture {
  content_type: string;
  /** SHA-256 of the bytes. */
  digest: Uint8Array;
  read: () => Promise<Uint8Array>;
}

/** The width to scale to for the request's parameter `w`; undefined: the original. */
export function widthFor(wanted: string | undefined): number | undefined {
  if (wanted === undefined || !/^\d{1,5}$/.test(wanted) || Number(wanted) === 0) return undefined;
  return widths.find((width) => width >= Number(wanted));
}

/** An entry without bytes, so that their number is bounded too. */
const entryBytes = 200;

/** Resized pictures. Null: the picture cannot be made smaller. */
const resized = new LeastRecentlyUsed<Uint8Array | null>(
  limits.thumbnailCacheBytes,
  (bytes) => (bytes?.length ?? 0) + entryBytes,
);

/**
 * Scales a picture down to a width, in its own format; undefined for smaller pictures, animations, and files that cannot be read
 * as a picture of the type they are stored with, which are sent as they are.
 */
export async function resizePicture(picture: Picture, width: number): Promise<Uint8Array | undefined> {
  if (!/^image\/(png|jpeg|webp)$/.test(picture.content_type)) return undefined;
  const key = `${width} ${Buffer.from(picture.digest).toString('base64url')}`;
  const known = resized.get(key);
  if (known !== undefined) return known ?? undefined;
  const bytes = await shrink(await picture.read(), picture.content_type, width);
  resized.set(key, bytes ?? null);
  return bytes;
}

async function shrink(bytes: Uint8Array, type: string, width: number): Promise<Uint8Array | undefined> {
  // The stored type comes from the name of the file.
  if (pictureTypeOf(bytes) !== type) return undefined;
  try {
    const image = decodePicture(bytes, { pixels: limits.thumbnailPixels, frames: 'all', strict: true });
    if (!image) return undefined;
    const { width: has = 0, pages = 1 } = await image.metadata();
    if (has <= width || pages > 1) return undefined;
    const smaller = await image.rotate().resize({ width }).toBuffer();
    return smaller.length < bytes.length ? smaller : undefined;
  } catch {
    return undefined;
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
): Promise<typeof rawResponse> {
  const file = await findFile(context.database, owner, path['*'] ?? '');
  if (!file) throw new MappingError('portal:file-not-found', 'File does not exist.', { status: 400 });
  const width = widthFor(readOperation(schema, parameters).w);
  const read = () => readFileBytes(context.database, file);
  const bytes = width ? await resizePicture({ ...file, read }, width) : undefined;
  if (bytes) return sendBytes(request, reply, { content_type: file.content_type, bytes });
  return sendFile({ request, reply }, context.database, file);
}

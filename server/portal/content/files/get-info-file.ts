import { MappingError } from '../../../../wire/errors.ts';
import { loadGroup } from '../../access/load-group.ts';
import { userNotFound } from '../../access/refusals.ts';
import { maySeeUser } from '../../access/user-policy.ts';
import { findUser } from '../../community/user-store.ts';
import type { Operation, PortalCall, rawAnswer } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { type FileOwner, findFile } from './file-store.ts';
import { resizePicture, widthFor } from './resize-picture.ts';
import { sendBytes } from './send-bytes.ts';

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
  const width = widthFor(parameters['w']);
  return sendBytes(request, reply, width ? { ...file, ...(await resizePicture(file, width)) } : file);
}

import { MappingError } from '../../../../wire/errors.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { updateItem } from '../items/item-store.ts';
import { type Picture, readDataUrl, readPicture } from './picture.ts';
import { readOwnPicture } from './read-own-picture.ts';
import { setThumbnail } from './set-thumbnail.ts';

/** `…/items/{id}/updateThumbnail`: `url` (of this portal), `data` (a `data:` URL) or a file; `filename` names it. */
export const updateThumbnail: Operation = async (call) => {
  const { context } = call;
  const item = await loadItem(call, 'change');
  const now = context.now();
  await setThumbnail(context.database, item.id, await givenPicture(call), now);
  await updateItem(context.database, item.id, { modified_at: now });
  return { success: true, id: item.id };
};

async function givenPicture(call: PortalCall): Promise<Picture> {
  const { parameters, files } = call;
  const file = files.find(({ field }) => field !== 'text');
  const name = parameters['filename'] ?? file?.filename ?? 'thumbnail';
  if (file) return readPicture(name, file.bytes);
  const data = parameters['data'] ?? parameters['file'];
  if (data !== undefined) return readDataUrl(data, name);
  if (parameters['url'] !== undefined) return readOwnPicture(call, parameters['url'], name);
  throw new MappingError('portal:thumbnail-missing', 'Give the thumbnail as file, data or url.', {
    status: 400,
  });
}

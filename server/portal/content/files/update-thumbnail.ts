import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { updateItem } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { findFile } from './file-store.ts';
import { type Picture, readDataUrl, readPicture, setThumbnail } from './thumbnail.ts';

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
  return readPicture(filename === 'thumbnail' ? path : filename, file.bytes);
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

async function givenPicture(call: PortalCall): Promise<Picture> {
  const { parameters, files } = call;
  const file = files.find(({ field }) => field !== 'text');
  const { filename, url, ...asked } = readOperation(schema, parameters);
  const name = filename ?? file?.filename ?? 'thumbnail';
  if (file) return readPicture(name, file.bytes);
  const data = asked.data ?? asked.file;
  if (data !== undefined) return readDataUrl(data, name);
  if (url !== undefined) return readOwnPicture(call, url, name);
  throw new MappingError('portal:thumbnail-missing', 'Give the thumbnail as file, data or url.', {
    status: 400,
  });
}

import { MappingError } from '../../../../wire/errors.ts';
import type { PortalCall } from '../../operation.ts';
import { loadItem } from '../items/load-item.ts';
import { findFile } from './file-store.ts';
import { type Picture, readPicture } from './picture.ts';

const infoAddress = /^\/portal\/sharing(?:\/rest)?\/content\/items\/([^/]+)\/info\/(.+)$/;

/**
 * Reads the thumbnail of another item of this portal, as the caller may see it. When a map is saved as another, ArcGIS clients
 * send the thumbnail's whole URL, token included. It is looked up in the database; no other host is ever requested.
 * @throws MappingError `portal:foreign-picture`, `portal:item-not-found`, `portal:forbidden`
 */
export async function readOwnPicture(call: PortalCall, address: string, filename: string): Promise<Picture> {
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
    'The address of the thumbnail is not that of a picture of this portal.',
    {
      status: 400,
    },
  );
}

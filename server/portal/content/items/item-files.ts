import type { Database } from '../../../platform/database/connect.ts';
import type { PortalCall } from '../../operation.ts';
import { type Picture, readSentPicture, setThumbnail } from '../files/thumbnail.ts';
import { givenThumbnail } from './given-data.ts';
import { givenMetadata, saveMetadata } from './metadata.ts';

/** What a request may give to an item besides its fields and its data. */
interface ItemFiles {
  thumbnail: Picture | undefined;
  metadata: Uint8Array | undefined;
}

/** @throws MappingError (400) for a picture or a document that cannot be stored */
export async function readItemFiles(call: Pick<PortalCall, 'files' | 'parameters'>): Promise<ItemFiles> {
  const metadata = await givenMetadata(call);
  return { thumbnail: await readSentPicture(call, givenThumbnail(call.files)), metadata };
}

/** Stores what was given; the caller authorises. */
export async function saveItemFiles(
  transaction: Database,
  itemId: string,
  { thumbnail, metadata }: ItemFiles,
  now: number,
): Promise<void> {
  if (thumbnail) await setThumbnail(transaction, itemId, thumbnail, now);
  if (metadata) await saveMetadata(transaction, itemId, metadata, now);
}

import type { Database } from '../../platform/database/connect.ts';
import { type Picture, readPicture, saveThumbnail } from '../content/files/thumbnail.ts';
import type { PortalCall } from '../operation.ts';

/**
 * The picture of a group or user in a request, as multipart `thumbnail` or `file`.
 * @throws MappingError `portal:invalid-picture`
 */
export function readThumbnail({ files }: Pick<PortalCall, 'files'>): Picture | undefined {
  const file = files.find(({ field }) => field === 'thumbnail' || field === 'file');
  return file && readPicture(file.filename, file.bytes);
}

/** Stores it. @returns the value of the row's `thumbnail`; undefined leaves the row unchanged */
export async function storeThumbnail(
  database: Database,
  owner: { kind: 'group' | 'user'; id: string },
  picture: Picture | undefined,
  now: number,
): Promise<string | undefined> {
  return picture && saveThumbnail(database, owner, picture, now);
}

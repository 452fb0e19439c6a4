import type { Database } from '../../platform/database/connect.ts';
import { type Picture, readPicture } from '../content/files/picture.ts';
import { saveThumbnail } from '../content/files/set-thumbnail.ts';
import type { PortalCall } from '../operation.ts';

/**
 * The picture a request brings for a group or a person, as multipart `thumbnail` or `file`.
 * @throws MappingError `portal:invalid-picture`
 */
export function readThumbnail({ files }: Pick<PortalCall, 'files'>): Picture | undefined {
  const file = files.find(({ field }) => field === 'thumbnail' || field === 'file');
  return file && readPicture(file.filename, file.bytes);
}

/** Keeps it. @returns the value of the row's `thumbnail`; undefined leaves the row as it is */
export async function keepThumbnail(
  database: Database,
  owner: { kind: 'group' | 'user'; id: string },
  picture: Picture | undefined,
  now: number,
): Promise<string | undefined> {
  return picture && saveThumbnail(database, owner, picture, now);
}

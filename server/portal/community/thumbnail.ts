import type { Database } from '../../platform/database/connect.ts';
import type { FormFile } from '../../platform/http/multipart/read-form.ts';
import { type Picture, readSentPicture, saveThumbnail } from '../content/files/thumbnail.ts';
import type { PortalCall } from '../operation.ts';

/**
 * The picture of a group or user in a request: a file `thumbnail` or `file`, or a text (`readSentPicture`).
 * @throws MappingError `portal:invalid-picture`, `arcgis:invalid-parameter`
 */
export async function readThumbnail(
  call: Pick<PortalCall, 'files' | 'parameters'>,
): Promise<Picture | undefined> {
  const isPicture = ({ field }: FormFile) => field === 'thumbnail' || field === 'file';
  return readSentPicture(call, call.files.find(isPicture));
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

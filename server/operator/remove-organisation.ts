import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../database/connect.ts';
import {
  deleteOrganisation,
  type OrganisationBackup,
  readOrganisation,
  writeOrganisation,
} from './organisation-backup-store.ts';

const backupSchema = z.object({
  format: z.literal('mapping-organisation'),
  name: z.string(),
  tables: z.array(z.object({ table: z.string(), rows: z.array(z.unknown()) })),
});

/**
 * Deletes an organisation after writing everything of it into a file, from which `revive` brings it back.
 * @throws MappingError `organisation:not-found`, `organisation:backup-unwritable`; nothing has been deleted then
 */
export async function remove(database: Database, name: string, file: string): Promise<string> {
  const backup = await readOrganisation(database, name);
  if (!backup) throw new MappingError('organisation:not-found', `There is no organisation “${name}”.`);
  try {
    // Never over an older backup; for the operator alone, because credentials are in it.
    await writeFile(file, JSON.stringify(backup), { flag: 'wx', mode: 0o600, flush: true });
  } catch (cause) {
    throw new MappingError(
      'organisation:backup-unwritable',
      `The backup ${file} could not be written (${(cause as Error).message}). Nothing has been deleted.`,
      { cause },
    );
  }
  await deleteOrganisation(database, name);
  return `“${name}” is gone. Bring it back: npm run org -- revive ${file}`;
}

/** @throws MappingError `organisation:bad-backup`, `organisation:exists` */
export async function revive(database: Database, file: string): Promise<string> {
  let backup: OrganisationBackup;
  try {
    backup = backupSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new MappingError('organisation:bad-backup', `${file} is no backup of an organisation.`, { cause });
  }
  await writeOrganisation(database, backup);
  return `“${backup.name}” is back.`;
}

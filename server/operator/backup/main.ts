import { MappingError } from '../../../wire/errors.ts';
import { readSettings } from '../../environment.ts';
import { withDatabase } from '../open-database.ts';
import { backUp, backUpFiles, refuseFolderInData, restoreFiles } from './backup-store.ts';
import { restore } from './restore-store.ts';

/** `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: everything of an installation, database and files. */
async function main(): Promise<void> {
  const [act, folder] = process.argv.slice(2);
  if ((act !== 'backup' && act !== 'restore') || !folder) {
    throw new MappingError(
      'operator:usage',
      'Usage: npm run backup -- FOLDER (a new one)\n       npm run restore -- FOLDER (into an empty installation)',
    );
  }
  const settings = readSettings(process.env, { demo: false });
  if (act === 'backup') await refuseFolderInData(folder, settings.dataDir);
  await withDatabase(settings, async (database) => {
    const { tables } = act === 'backup' ? await backUp(database, folder) : await restore(database, folder);
    const files =
      act === 'backup'
        ? await backUpFiles(settings.dataDir, folder)
        : await restoreFiles(folder, settings.dataDir);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${act === 'backup' ? 'Written' : 'Restored'}: ${tables.length} tables, ${rows} rows, ${files} files beside the database.`,
    );
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof MappingError ? error.message : error);
  process.exit(1);
});

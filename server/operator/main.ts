import { parseArgs } from 'node:util';
import { MappingError } from '../../wire/errors.ts';
import { readSettings } from '../environment.ts';
import { listPlaces, loadPlaces, removePlaces } from './gazetteers.ts';
import { withDatabase } from './open-database.ts';
import { create, exportConfig, importConfig, list } from './organisations.ts';

const usage = `Usage: npm run org -- COMMAND
  list                          the organisations
  create NAME [--config FILE]   make one, from a config file or with defaults
  import NAME --config FILE     save a config file as its next revision
  export NAME                   print its config as JSON
  places                        the gazetteers that search finds places in
  load-places FILE              load a gazetteer file, or a newer version of it
  remove-places DATASET         take a gazetteer out`;

/** The operator's command line. It works beside a running server and on a stopped one. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { config: { type: 'string' } },
  });
  const [command = '', name = ''] = positionals;
  const commands: Record<string, { ready: boolean; run: Parameters<typeof withDatabase>[1] }> = {
    list: { ready: true, run: async (database) => console.log(await list(database)) },
    create: {
      ready: name !== '',
      run: async (database) => console.log(await create(database, name, values.config)),
    },
    import: {
      ready: name !== '' && values.config !== undefined,
      run: async (database) => console.log(await importConfig(database, name, values.config ?? '')),
    },
    export: { ready: name !== '', run: async (database) => console.log(await exportConfig(database, name)) },
    places: { ready: true, run: async (database) => console.log(await listPlaces(database)) },
    'load-places': {
      ready: name !== '',
      run: async (database) => console.log(await loadPlaces(database, name)),
    },
    'remove-places': {
      ready: name !== '',
      run: async (database) => console.log(await removePlaces(database, name)),
    },
  };
  const chosen = commands[command];
  if (!chosen?.ready) throw new MappingError('operator:usage', usage);
  await withDatabase(readSettings(process.env, { demo: false }), chosen.run);
}

main().catch((error: unknown) => {
  console.error(error instanceof MappingError ? error.message : error);
  process.exit(1);
});

import { parseArgs } from 'node:util';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { contentSize } from './generated-content.ts';
import { loadContent } from './load-content.ts';

/**
 * `npm run generate -- --items 1000000 [--data-dir FOLDER]`: fills an installation without items with generated
 * content of that size. DATABASE_URL, when set, is filled instead of the embedded database of the folder, which is DATA_DIR or `data`.
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '1000000' },
    'data-dir': { type: 'string', default: process.env['DATA_DIR'] ?? 'data' },
  },
});
const items = Number(values.items);
if (!Number.isInteger(items) || items < 1) {
  console.error('Usage: npm run generate -- [--items 1000000] [--data-dir FOLDER]');
  process.exit(1);
}
const given = process.env['DATABASE_URL'];
const server = given ? undefined : await startEmbeddedDatabase(values['data-dir']);
const database = connectDatabase(given ?? server?.url ?? '');
try {
  await migrate(database);
  if (await database.selectFrom('portal_item').select('id').limit(1).executeTakeFirst()) {
    throw new Error('This installation has items already: nothing was generated.');
  }
  const size = contentSize(items);
  const perSecond = await loadContent(database, size);
  console.log(
    `${size.items} items of ${size.people} people in ${size.groups} groups, ${perSecond} items a second.`,
  );
} finally {
  await database.destroy();
  await server?.stop();
}

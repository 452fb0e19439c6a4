import { connectDatabase } from '../../server/platform/database/connect.ts';
import { runningEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { checkDueMaps } from '../../server/application/map-doctor/check-maps.ts';

/** Has the map doctor check every map that is due, instead of waiting for its next round of five minutes. */
export async function checkMapsNow(origin: string): Promise<void> {
  const dataDir = process.env['TEST_DATA_DIR'] ?? '';
  const url = process.env['DATABASE_URL'] || (await runningEmbeddedDatabase(dataDir));
  if (!url) throw new Error('The database of the server under test is not running.');
  const database = connectDatabase(url, { poolSize: 2 });
  const allowed = new Set([new URL(origin).host]);
  try {
    while ((await checkDueMaps({ database, publicUrl: origin, ownUrl: origin, allowed, now: Date.now })) > 0);
  } finally {
    await database.destroy();
  }
}

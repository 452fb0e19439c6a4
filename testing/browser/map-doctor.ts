import { createBudgets } from '../../server/platform/budgets/budgets.ts';
import { connectDatabase } from '../../server/platform/database/connect.ts';
import { runningEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { documentThreads } from '../../server/platform/documents/document-threads.ts';
import { checkDueMaps } from '../../server/application/map-doctor/check-maps.ts';

/** Has the map doctor check every map that is due, instead of waiting for its next round of five minutes. */
export async function checkMapsNow(origin: string): Promise<void> {
  const dataDir = process.env['TEST_DATA_DIR'] ?? '';
  const url = process.env['DATABASE_URL'] || (await runningEmbeddedDatabase(dataDir));
  if (!url) throw new Error('The database of the server under test is not running.');
  const database = connectDatabase(url, { poolSize: 2 });
  const allowed = new Set([new URL(origin).host]);
  const documents = documentThreads(createBudgets().documents);
  const doctor = { database, documents, publicUrl: origin, ownUrl: origin, allowed, now: Date.now };
  try {
    while ((await checkDueMaps(doctor)) > 0);
  } finally {
    await documents.close();
    await database.destroy();
  }
}

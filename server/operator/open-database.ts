import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { runningEmbeddedDatabase, startEmbeddedDatabase } from '../platform/database/embedded/start.ts';
import { databaseTimeouts } from '../limits.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Settings } from '../environment.ts';

/** Runs an operator's command with the installation's database, whether or not a server is running. */
export async function withDatabase(
  settings: Settings,
  command: (database: Database) => Promise<void>,
): Promise<void> {
  const running = settings.databaseUrl ?? (await runningEmbeddedDatabase(settings.dataDir));
  const embedded = running ? undefined : await startEmbeddedDatabase(settings.dataDir);
  const database = connectDatabase(running ?? embedded?.url ?? '', {
    poolSize: 2,
    timeouts: databaseTimeouts.long,
  });
  try {
    await migrate(database);
    await command(database);
  } finally {
    await database.destroy();
    await embedded?.stop();
  }
}

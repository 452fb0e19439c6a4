import { rm } from 'node:fs/promises';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { makeDataFolder } from './data-folder.ts';
import { startDebianPostgresql } from './debian/postgresql.ts';

// A PostgreSQL for one test run, in its own process: it stops when its standard input ends, however the run
// ends, including by Ctrl-C and SIGKILL. The first line of its output is the address, or the reason why there
// is none.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const over = new Promise<void>((resolve) => {
  process.stdin.on('end', resolve).on('close', resolve).on('error', resolve).resume();
});
const { url, stop } = await (process.argv[2] === 'debian' ? startDebian() : startEmbedded());
process.stdout.on('error', () => {});
process.stdout.write(`${url}\n`);
await over;
await stop();

async function startDebian() {
  const debian = await startDebianPostgresql();
  if ('missing' in debian) {
    console.log(debian.missing);
    process.exit(1);
  }
  return debian;
}

async function startEmbedded() {
  const dataDir = makeDataFolder('mapping-test-');
  const server = await startEmbeddedDatabase(dataDir);
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

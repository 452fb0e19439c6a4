import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '../../../server/platform/database/embedded/start.ts';
import { type Bench, median, spread } from '../bench.ts';
import { measureCostOfOne } from './cost-of-one.ts';
import { startInstallation } from './installation.ts';
import { measureProcesses } from './processes.ts';

const organisations = 10_000;

/** `npm run bench -- processes`; some three minutes. */
export const processesBench: Bench = {
  name: 'processes',
  about:
    'config and shared maps read and written by one and two processes, beside a bare route and SQL; one organisation among 10,000',
  async run() {
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
    // The account of the database must be able to enter the folder.
    await chmod(folder, 0o755);
    const busy = loadavg()[0] ?? 0;
    const postgresql = await startEmbeddedDatabase(folder);
    const alone = await startInstallation(postgresql.url, { organisations: 1, processes: 1 });
    const among = await startInstallation(postgresql.url, { organisations, processes: 2 });
    try {
      const cost = await measureCostOfOne(alone, among);
      const rates = await measureProcesses(among);
      return {
        tables: [
          {
            title: `A second, 16 callers, five interleaved rounds, the median (least–most); load before: ${busy.toFixed(1)}`,
            columns: ['work', 'a second', 'of the bare route', 'of one process'],
            rows: rates.map(({ name, rates: measured }) => [
              name,
              spread(measured),
              (median(measured) / rateOf(rates, name, 'bare Fastify route')).toFixed(2),
              (median(measured) / rateOf(rates, name, 'one process')).toFixed(2),
            ]),
          },
          {
            title: 'Milliseconds of one call, one at a time and in turn, p50 / p95',
            columns: ['call', 'the only organisation', `one of ${organisations.toLocaleString('en')}`],
            rows: cost.map((row) => [row.name, shown(row.alone), shown(row.among)]),
          },
        ],
        figures: { busy, rates, cost },
      };
    } finally {
      await alone.stop();
      await among.stop();
      await postgresql.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const shown = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

/** Of the same work as the row's, the words before the colon, done by something else. */
function rateOf(rows: readonly { name: string; rates: number[] }[], name: string, by: string): number {
  const work = name.slice(0, name.indexOf(':'));
  return median(rows.find((row) => row.name === `${work}: ${by}`)?.rates ?? []);
}

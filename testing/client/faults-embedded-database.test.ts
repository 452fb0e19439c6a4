import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { long } from '../rig/long.ts';
import { limits } from '../../server/limits.ts';
import { runningEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { postmasterOf, startSupervisedServer, type SupervisedServer } from '../rig/supervised-server.ts';

/** How long it takes is measured in docs/operation.md#when-something-fails; other faults: `faults-embedded-database.long`. */
let place: SupervisedServer;
beforeAll(async () => {
  place = await startSupervisedServer();
});
afterAll(() => place?.stop());

test('the embedded database restarts on the same address after it was killed, and its server serves again', async () => {
  const { dataDir, embedded, reports, lostBy } = place;
  const killed = await postmasterOf(dataDir);
  // The server runs in this process, which goes on: nothing restarts it.
  expect(await lostBy(() => process.kill(killed, 'SIGKILL'))).toBe(0);
  expect(await postmasterOf(dataDir)).not.toBe(killed);
  expect(reports.join('\n')).toMatch(/has stopped and is being restarted[^]*is up again after/);
  expect(await runningEmbeddedDatabase(dataDir)).toBe(embedded.url);
});

/** After so many kills the pauses before a start would be longer than a second, did they grow. */
const kills = 5;

test.runIf(long)(
  'one that is killed again and again answers and saves again within the time that is promised, each time',
  async () => {
    const { dataDir, reports, health, save, lostBy } = place;
    reports.length = 0;
    const upAgain = async (killed: number) => {
      // A backend that has not noticed the kill yet may still save.
      expect(await postmasterOf(dataDir)).not.toBe(killed);
      expect(await save()).toBe(true);
      expect(await health()).toBe(200);
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const killed = await postmasterOf(dataDir);
      process.kill(killed, 'SIGKILL');
      await vi.waitFor(() => upAgain(killed), { timeout: limits.embeddedRestartSeconds * 1000 });
    }
    expect(reports.filter((report) => report.includes('is up again after'))).toHaveLength(kills);
    const retries = reports.filter((report) => report.startsWith('Retrying'));
    expect(retries.filter((report) => report !== 'Retrying in 1 s.')).toEqual([]);
    expect(await lostBy(() => {})).toBe(0);
  },
);

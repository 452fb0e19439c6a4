import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('one that is killed again and again is started again each time after a second at most', async () => {
  const { dataDir, reports, lostBy } = place;
  reports.length = 0;
  for (let kills = 0; kills < 5; kills += 1)
    expect(await lostBy(async () => process.kill(await postmasterOf(dataDir), 'SIGKILL'))).toBe(0);
  const pauses = reports.flatMap((report) => /Retrying in (.*) s/.exec(report)?.[1] ?? []);
  expect(pauses.filter((seconds) => Number(seconds) > 1)).toEqual([]);
});

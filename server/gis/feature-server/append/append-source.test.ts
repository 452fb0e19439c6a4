import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/rig/test-database.ts';
import { limits } from '../../../limits.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { asWork } from '../../../platform/database/current-work.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { createHostedLayer } from '../../storage/create-hosted-layer.ts';
import { findLayer } from '../../storage/service-store.ts';
import { deleteExpiredFiles } from '../../storage/expired-file-store.ts';
import { addWaitingFile } from '../../storage/waiting-file-store.ts';
import { inTemporaryFolder } from '../../uploads/bytes/read-bytes.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { uploadIdOf } from '../attachments/read-file.ts';
import type { LayerCall } from '../context.ts';
import { findSource } from './append-source.ts';

/** An upload whose append waits for hours. */
let rig: TestDatabase;
let layer: HostedLayer;
let now = Date.UTC(2026, 5, 1);
const minute = 60_000;

beforeAll(async () => {
  rig = await createTestDatabase();
  const layers = [{ name: 'Trees', fields: [], features: [] }];
  await createHostedLayer({ database: rig.database }, { serviceName: 'Trees', layers });
  layer = (await findLayer(rig.database, 'Trees', 0, 'root')) as HostedLayer;
});
beforeEach(() => rig.database.deleteFrom('hosted_attachment').execute());
afterAll(() => rig.drop());

async function uploaded() {
  const file = { name: 'trees.csv', contentType: 'text/csv', bytes: Buffer.from('a,b'), description: '' };
  const { id } = await addWaitingFile(rig.database, layer, 'grace', file, now);
  const call = {
    context: { database: rig.database, now: () => now },
    service: layer.service,
    rights: { caller: 'grace', mayRead: true, mayEdit: true },
    parameters: new Parameters(),
  } as unknown as LayerCall;
  return findSource(call, { appendUploadId: uploadIdOf(id) });
}
const stored = async () => {
  const rows = await rig.database.selectFrom('hosted_attachment').select('created_at').execute();
  return rows.map(({ created_at }) => created_at);
};

describe('an upload that an append will use', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  test('does not expire while the job waits, but afterwards', async () => {
    const source = await uploaded();
    const leaving = new AbortController();
    await asWork({ signal: leaving.signal }, () => source.begin());
    leaving.abort(new Error('The caller has left.'));
    for (let waited = 0; waited < 3 * limits.waitingFileMinutes; waited += 20) {
      now += 20 * minute;
      vi.advanceTimersByTime(20 * minute);
      await vi.waitUntil(async () => (await stored())[0] === now);
      await deleteExpiredFiles(rig.database, now);
    }
    expect(await inTemporaryFolder((folder) => source.spool(folder))).toMatchObject({ name: 'trees.csv' });
    await source.end();
    now += (limits.waitingFileMinutes + 1) * minute;
    vi.advanceTimersByTime(limits.waitingFileMinutes * minute);
    await deleteExpiredFiles(rig.database, now);
    expect(await stored()).toEqual([]);
  });

  test('is used once', async () => {
    const source = await uploaded();
    await inTemporaryFolder((folder) => source.spool(folder));
    const use = () => inTransaction(rig.database, (transaction) => source.use(transaction));
    await use();
    expect(await stored()).toEqual([]);
    await expect(use()).rejects.toThrow('Another append');
  });
});

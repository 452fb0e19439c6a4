import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  cancelJob,
  completeJob,
  endIfStale,
  failJob,
  findJob,
  insertJob,
  jobCancelled,
  type JobRow,
  noteProgress,
} from './job-store.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await createTestDatabase());
});
afterAll(() => drop());

const now = Date.UTC(2026, 5, 1);
const day = 24 * 3_600_000;
const job = { id: 'job', itemId: 'service', sourceId: 'file', username: 'grace' };
const reading = { stage: 'reading', share: 0.2, featureCount: 400 } as const;
const find = (item = 'service', id?: string) => findJob(database, item, id);

beforeEach(async () => {
  await database.deleteFrom('publish_job').execute();
  await insertJob(database, job, now);
});

describe('publishing job', () => {
  test('begins as waiting, and is found by its future service and by its file', async () => {
    const expected = {
      id: 'job',
      status: 'processing',
      cancelled: false,
      progress: { stage: 'waiting', share: 0, featureCount: 0 },
      created_at: now,
    };
    expect(await find('service')).toMatchObject(expected);
    expect(await find('file')).toMatchObject(expected);
    expect(await find('service', 'job')).toMatchObject(expected);
    expect(await find('other')).toBeUndefined();
    expect(await find('service', 'another job')).toBeUndefined();
  });

  test('records its progress and when it was reported', async () => {
    expect(await noteProgress(database, 'job', reading, now + 5)).toBe(false);
    expect(await find()).toMatchObject({ progress: reading, updated_at: now + 5, created_at: now });
  });

  test('learns that it was cancelled when it reports progress', async () => {
    await cancelJob(database, 'job');
    expect(await noteProgress(database, 'job', reading, now + 5)).toBe(true);
    expect((await find())!.status).toBe('processing');
  });

  test('cannot be cancelled after it ended', async () => {
    await completeJob(database, 'job', {}, now + 9);
    expect(await cancelJob(database, 'job')).toBe(false);
    expect(await cancelJob(database, 'nobody')).toBe(false);
  });

  test('stops when its row was deleted', async () => {
    expect(await noteProgress(database, 'nobody', reading, now)).toBe(true);
  });

  test('succeeds', async () => {
    await completeJob(database, 'job', {}, now + 9);
    expect(await find()).toMatchObject({ status: 'completed', updated_at: now + 9 });
  });

  test('fails with its faults', async () => {
    const faults = [{ path: 'line 3', message: '“north” isn’t a coordinate.' }];
    await failJob(database, 'job', { message: 'Line 3: …', faults }, now + 9);
    expect(await find()).toMatchObject({ status: 'failed', message: 'Line 3: …', faults });
  });

  test('is not revived by a late report after it ended', async () => {
    await completeJob(database, 'job', {}, now + 9);
    expect(await noteProgress(database, 'job', reading, now + 10)).toBe(true);
    expect(await find()).toMatchObject({ status: 'completed', updated_at: now + 9 });
  });

  test('is the latest of an item; an older one is found by its own id', async () => {
    await insertJob(database, { ...job, id: 'newer' }, now + 1000);
    expect((await find())!.id).toBe('newer');
    expect((await find('file'))!.id).toBe('newer');
    expect((await find('service', 'job'))!.id).toBe('job');
  });

  test('is not found by its id under another item', async () => {
    await insertJob(database, { ...job, id: 'foreign', itemId: 's2', sourceId: 'f2' }, now);
    expect(await find('service', 'foreign')).toBeUndefined();
  });

  test('is deleted a week after it ended, when another begins', async () => {
    await insertJob(database, { ...job, id: 'second', itemId: 's2', sourceId: 'f2' }, now + 6 * day);
    expect(await find('service')).toBeDefined();
    await insertJob(database, { ...job, id: 'third', itemId: 's3', sourceId: 'f3' }, now + 7 * day + 1);
    expect(await find('service')).toBeUndefined();
    expect(await find('s2')).toBeDefined();
  });
});

describe('job that has recorded nothing for half a minute', () => {
  const failure = { message: 'The server was restarted.', faults: [{ path: '', message: 'Restarted.' }] };
  const end = async (at: number) => endIfStale(database, (await find()) as JobRow, failure, at);
  const late = now + 30_001;

  test('has failed, for those who ask and for its process', async () => {
    expect(await end(late)).toMatchObject({ status: 'failed', ...failure });
    expect(await find()).toMatchObject({ status: 'failed', cancelled: true, updated_at: now, ...failure });
    await expect(completeJob(database, 'job', {}, late)).rejects.toBe(jobCancelled);
    expect(await noteProgress(database, 'job', reading, late)).toBe(true);
    expect((await find())!.status).toBe('failed');
  });

  test('does not end before', async () => {
    expect(await end(now + 30_000)).toMatchObject({ status: 'processing', cancelled: false });
  });

  test('and records something meanwhile goes on', async () => {
    const read = (await find()) as JobRow;
    await noteProgress(database, 'job', reading, late);
    expect(await endIfStale(database, read, failure, late)).toMatchObject({ status: 'processing' });
  });

  test('and has completed meanwhile stays complete', async () => {
    const read = (await find()) as JobRow;
    await completeJob(database, 'job', {}, late);
    expect(await endIfStale(database, read, failure, late)).toMatchObject({ status: 'completed' });
  });

  test('and is being completed is not waited for', async () => {
    await database.transaction().execute(async (transaction) => {
      await completeJob(transaction, 'job', {}, late);
      expect(await end(late)).toMatchObject({ status: 'processing' });
    });
    expect(await end(late)).toMatchObject({ status: 'completed' });
  });
});

test('a job that was cancelled, or is no longer known, is not completed', async () => {
  await cancelJob(database, 'job');
  await expect(completeJob(database, 'job', {}, now)).rejects.toBe(jobCancelled);
  await expect(completeJob(database, 'unknown', {}, now)).rejects.toBe(jobCancelled);
});

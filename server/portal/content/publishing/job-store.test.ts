import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import { limits } from '../../../limits.ts';
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

const job = { id: 'job', itemId: 'service', sourceId: 'file', username: 'grace' };
const day = 24 * 3_600_000;
const reading = { stage: 'reading', share: 0.2, featureCount: 400 } as const;
const find = (item = 'service', id?: string) => findJob(database, item, id);

const rowOf = (id: string) => database.updateTable('publish_job').where('id', '=', id);
/** Lets milliseconds pass since a job began and last recorded something. */
const age = (milliseconds: number, id = 'job') =>
  rowOf(id)
    .set((eb) => ({
      created_at: eb('created_at', '-', milliseconds),
      updated_at: eb('updated_at', '-', milliseconds),
    }))
    .execute();

beforeEach(async () => {
  await database.deleteFrom('publish_job').execute();
  await insertJob(database, job);
});
afterEach(() => void vi.useRealTimers());

describe('publishing job', () => {
  test('begins as waiting, and is found by its future service and by its file', async () => {
    const expected = {
      id: 'job',
      status: 'processing',
      cancelled: false,
      progress: { stage: 'waiting', share: 0, featureCount: 0 },
    };
    expect(await find('service')).toMatchObject(expected);
    expect(await find('file')).toMatchObject(expected);
    expect(await find('service', 'job')).toMatchObject(expected);
    expect(await find('other')).toBeUndefined();
    expect(await find('service', 'another job')).toBeUndefined();
  });

  test('records its progress and when it was reported', async () => {
    await age(5000);
    expect(await noteProgress(database, 'job', reading)).toBe(false);
    const { progress, created_at: created, updated_at: updated } = (await find())!;
    expect(progress).toEqual(reading);
    expect(updated - created).toBeGreaterThanOrEqual(5000);
  });

  test('fails with a message that names a text which is not stored', async () => {
    const fault = { path: 'a\0', message: 'There is no field \ud83d.' };
    await failJob(database, 'job', { message: 'There is no field a\0.', faults: [fault] });
    expect(await find()).toMatchObject({
      status: 'failed',
      message: 'There is no field a.',
      faults: [{ path: 'a', message: 'There is no field \ufffd.' }],
    });
  });

  test('learns that it was cancelled when it reports progress', async () => {
    await cancelJob(database, 'job');
    expect(await noteProgress(database, 'job', reading)).toBe(true);
    expect((await find())!.status).toBe('processing');
  });

  test('cannot be cancelled after it ended', async () => {
    await completeJob(database, 'job', {});
    expect(await cancelJob(database, 'job')).toBe(false);
    expect(await cancelJob(database, 'nobody')).toBe(false);
  });

  test('stops when its row was deleted', async () => {
    expect(await noteProgress(database, 'nobody', reading)).toBe(true);
  });

  test('succeeds', async () => {
    await completeJob(database, 'job', {});
    expect(await find()).toMatchObject({ status: 'completed' });
  });

  test('fails with its faults', async () => {
    const faults = [{ path: 'line 3', message: '“north” isn’t a coordinate.' }];
    await failJob(database, 'job', { message: 'Line 3: …', faults });
    expect(await find()).toMatchObject({ status: 'failed', message: 'Line 3: …', faults });
  });

  test('is not revived by a late report after it ended', async () => {
    await completeJob(database, 'job', {});
    expect(await noteProgress(database, 'job', reading)).toBe(true);
    expect(await find()).toMatchObject({ status: 'completed' });
  });

  test('is the latest of an item; an older one is found by its own id', async () => {
    await age(1);
    await insertJob(database, { ...job, id: 'newer' });
    expect((await find())!.id).toBe('newer');
    expect((await find('file'))!.id).toBe('newer');
    expect((await find('service', 'job'))!.id).toBe('job');
  });

  test('is not found by its id under another item', async () => {
    await insertJob(database, { ...job, id: 'foreign', itemId: 's2', sourceId: 'f2' });
    expect(await find('service', 'foreign')).toBeUndefined();
  });

  test('is deleted a week after it ended, when another begins', async () => {
    await age(6 * day);
    await insertJob(database, { ...job, id: 'second', itemId: 's2', sourceId: 'f2' });
    expect(await find('service')).toBeDefined();
    await age(day + 1);
    await insertJob(database, { ...job, id: 'third', itemId: 's3', sourceId: 'f3' });
    expect(await find('service')).toBeUndefined();
    expect(await find('s2')).toBeDefined();
  });

  test('deletes old ones a part at a time', async () => {
    await sql`insert into publish_job (id, item_id, source_id, username, status, progress, created_at, updated_at)
      select 'old' || number, 's', 'f', 'grace', 'completed', '{}', 0, 0
      from generate_series(1, ${limits.expiredRowsPerBatch + 5}) as number`.execute(database);
    const left = async () => (await database.selectFrom('publish_job').select('id').execute()).length;
    await insertJob(database, { ...job, id: 'second', itemId: 's2', sourceId: 'f2' });
    expect(await left()).toBe(7);
    await insertJob(database, { ...job, id: 'third', itemId: 's3', sourceId: 'f3' });
    expect(await left()).toBe(3);
  });
});

describe('job that has recorded nothing for a minute', () => {
  const failure = { message: 'The server was restarted.', faults: [{ path: '', message: 'Restarted.' }] };
  const end = async () => endIfStale(database, (await find()) as JobRow, failure);
  const late = 60_001;

  test('has failed, for those who ask and for its process', async () => {
    await age(late);
    expect(await end()).toMatchObject({ status: 'failed', ...failure });
    expect(await find()).toMatchObject({ status: 'failed', cancelled: true, ...failure });
    await expect(completeJob(database, 'job', {})).rejects.toBe(jobCancelled);
    expect(await noteProgress(database, 'job', reading)).toBe(true);
    expect((await find())!.status).toBe('failed');
  });

  test('does not end before', async () => {
    await age(20_000);
    expect(await end()).toMatchObject({ status: 'processing', cancelled: false });
  });

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('is not found by a clock of a process that is an hour %s', async (_which, difference) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference });
    await noteProgress(database, 'job', reading);
    vi.useRealTimers();
    expect(await end()).toMatchObject({ status: 'processing' });
    await age(late);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference });
    expect(await end()).toMatchObject({ status: 'failed' });
  });

  test('and records something meanwhile goes on', async () => {
    await age(late);
    const read = (await find()) as JobRow;
    await noteProgress(database, 'job', reading);
    expect(await endIfStale(database, read, failure)).toMatchObject({ status: 'processing' });
  });

  test('and has completed meanwhile stays complete', async () => {
    await age(late);
    const read = (await find()) as JobRow;
    await completeJob(database, 'job', {});
    expect(await endIfStale(database, read, failure)).toMatchObject({ status: 'completed' });
  });

  test('and is being completed is not waited for', async () => {
    await age(late);
    await database.transaction().execute(async (transaction) => {
      await completeJob(transaction, 'job', {});
      expect(await end()).toMatchObject({ status: 'processing' });
    });
    expect(await end()).toMatchObject({ status: 'completed' });
  });
});

test('a job that was cancelled, or is no longer known, is not completed', async () => {
  await cancelJob(database, 'job');
  await expect(completeJob(database, 'job', {})).rejects.toBe(jobCancelled);
  await expect(completeJob(database, 'unknown', {})).rejects.toBe(jobCancelled);
});

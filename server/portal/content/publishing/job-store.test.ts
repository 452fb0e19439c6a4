import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/rig/test-database.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { cancelJob, endJob, findJob, insertJob, noteProgress } from './job-store.ts';

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
    expect(await cancelJob(database, 'job')).toBe(true);
    await endJob(database, 'job', { status: 'completed' }, now + 9);
    expect(await cancelJob(database, 'job')).toBe(false);
    expect(await cancelJob(database, 'nobody')).toBe(false);
  });

  test('stops when its row was deleted', async () => {
    expect(await noteProgress(database, 'nobody', reading, now)).toBe(true);
  });

  test('succeeds', async () => {
    await endJob(database, 'job', { status: 'completed' }, now + 9);
    expect(await find()).toMatchObject({ status: 'completed', updated_at: now + 9 });
  });

  test('fails with its faults', async () => {
    const faults = [{ path: 'line 3', message: '“north” isn’t a coordinate.' }];
    await endJob(database, 'job', { status: 'failed', message: 'Line 3: …', faults }, now + 9);
    expect(await find()).toMatchObject({ status: 'failed', message: 'Line 3: …', faults });
  });

  test('is not revived by a late report after it ended', async () => {
    await endJob(database, 'job', { status: 'completed' }, now + 9);
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

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

describe('a job of publishing', () => {
  test('begins by waiting, found by the service that will be and by the file', async () => {
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

  test('tells how far it is, and when that was', async () => {
    expect(await noteProgress(database, 'job', reading, now + 5)).toBe(false);
    expect(await find()).toMatchObject({ progress: reading, updated_at: now + 5, created_at: now });
  });

  test('hears that it is to stop when it tells of its progress', async () => {
    await cancelJob(database, 'job');
    expect(await noteProgress(database, 'job', reading, now + 5)).toBe(true);
    expect((await find())!.status).toBe('processing');
  });

  test('that is gone stops', async () => {
    expect(await noteProgress(database, 'nobody', reading, now)).toBe(true);
  });

  test('ends well', async () => {
    await endJob(database, 'job', { status: 'completed' }, now + 9);
    expect(await find()).toMatchObject({ status: 'completed', updated_at: now + 9 });
  });

  test('ends badly, with what was wrong', async () => {
    const faults = [{ path: 'line 3', message: '“north” isn’t a coordinate.' }];
    await endJob(database, 'job', { status: 'failed', message: 'Line 3: …', faults }, now + 9);
    expect(await find()).toMatchObject({ status: 'failed', message: 'Line 3: …', faults });
  });

  test('that has ended is not brought back by a late report', async () => {
    await endJob(database, 'job', { status: 'completed' }, now + 9);
    expect(await noteProgress(database, 'job', reading, now + 10)).toBe(true);
    expect(await find()).toMatchObject({ status: 'completed', updated_at: now + 9 });
  });

  test('the last one of an item is the one that counts; an older one is found by its own id', async () => {
    await insertJob(database, { ...job, id: 'newer' }, now + 1000);
    expect((await find())!.id).toBe('newer');
    expect((await find('file'))!.id).toBe('newer');
    expect((await find('service', 'job'))!.id).toBe('job');
  });

  test('the id of a job opens nothing of another item', async () => {
    await insertJob(database, { ...job, id: 'foreign', itemId: 's2', sourceId: 'f2' }, now);
    expect(await find('service', 'foreign')).toBeUndefined();
  });

  test('is forgotten a week after it ended, when another begins', async () => {
    await insertJob(database, { ...job, id: 'second', itemId: 's2', sourceId: 'f2' }, now + 6 * day);
    expect(await find('service')).toBeDefined();
    await insertJob(database, { ...job, id: 'third', itemId: 's3', sourceId: 'f3' }, now + 7 * day + 1);
    expect(await find('service')).toBeUndefined();
    expect(await find('s2')).toBeDefined();
  });
});

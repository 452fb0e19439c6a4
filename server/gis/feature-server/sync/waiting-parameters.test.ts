import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../limits.ts';
import type { ByteBudget } from '../../../platform/budgets/byte-budget.ts';
import { createUploadRoom } from '../../../platform/http/multipart/upload-room.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { WaitingParameters } from './waiting-parameters.ts';

let room: ByteBudget;
let folder: string;
const temporaryBefore = process.env['TMPDIR'];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-waiting-test-'));
  process.env['TMPDIR'] = folder;
});
beforeEach(() => {
  room = createUploadRoom(limits.uploadBytes).jobs;
});
afterAll(async () => {
  if (temporaryBefore === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporaryBefore;
  await rm(folder, { recursive: true, force: true });
});

const large = 'ä'.repeat(limits.jobParameterBytes);
const encoded = Buffer.from(`a+b%20${'c'.repeat(limits.jobParameterBytes)}`);
const given = () =>
  new Parameters([
    ['replicaID', 'one'],
    ['edits', large],
    ['layers', encoded],
    ['layers', '0'],
  ]);

describe('the parameters of a waiting job', () => {
  test('are in a file that counts for their sender until the job has ended', async () => {
    const waiting = new WaitingParameters(given(), room, 'grace');
    expect(room.inAll).toBe(0);
    await waiting.begin();
    const bytes = 'one'.length + 2 * limits.jobParameterBytes + encoded.length + 1;
    expect(room.inAll).toBe(bytes);
    expect(await readdir(folder)).toHaveLength(1);
    const read = await waiting.read();
    expect(read.text('replicaID')).toBe('one');
    expect(read.text('edits')).toBe(large);
    expect(read.texts('layers')).toEqual([`a b ${'c'.repeat(limits.jobParameterBytes)}`, '0']);
    await waiting.end();
    expect(room.inAll).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('keep nothing of the form that they were part of', async () => {
    const part = Buffer.alloc(1_000_000, 'c').subarray(0, 300);
    const waiting = new WaitingParameters(new Parameters([['replicaID', part]]), room, 'grace');
    await waiting.begin();
    const [value] = (await waiting.read()).raw().get('replicaid') ?? [];
    expect((value as Uint8Array).buffer.byteLength).toBe(300);
    await waiting.end();
  });

  test('are in memory when they are short', async () => {
    const parameters = new Parameters({ replicaID: 'one' });
    const waiting = new WaitingParameters(parameters, room, 'grace');
    await waiting.begin();
    expect([room.inAll, await readdir(folder)]).toEqual([0, []]);
    parameters.forget();
    expect((await waiting.read()).text('replicaID')).toBe('one');
    await waiting.end();
  });

  test('are refused beyond what a member may have waiting, and leave nothing behind', async () => {
    room.open('grace').add(limits.jobBytesPerUser - 1000);
    const waiting = new WaitingParameters(given(), room, 'grace');
    await expect(waiting.begin()).rejects.toThrow('jobs in progress');
    await waiting.end();
    expect(await readdir(folder)).toEqual([]);
    const other = new WaitingParameters(given(), room, 'linus');
    await other.begin();
    await other.end();
  });
});

test('the parameters of a request that has ended hold nothing, with their copies', () => {
  const parameters = given();
  const copy = parameters.with({ layers: '1' });
  parameters.forget();
  for (const each of [parameters, copy])
    for (const read of [() => each.text('edits'), () => each.texts('edits'), () => each.raw()])
      expect(read).toThrow('has ended');
});

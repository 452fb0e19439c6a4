import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startReading } from './start-reading.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-reading-'));
  await writeFile(path.join(folder, 'a.csv'), 'name,lat,lon\nA,51,71\n');
});
afterAll(() => rm(folder, { recursive: true }));

const read = () =>
  startReading(
    {
      kind: 'preview',
      path: path.join(folder, 'a.csv'),
      name: 'a.csv',
      folder,
      choices: {},
      now: 0,
      creator: undefined,
    },
    { milliseconds: 60_000 },
  );

test('the server gets names of layers of a bounded length', async () => {
  const file = path.join(folder, 'a.json');
  const layer = (name: string) => ({
    layerDefinition: { name },
    featureSet: { features: [{ attributes: { height: 1 } }] },
  });
  await writeFile(file, JSON.stringify({ layers: [layer('a'.repeat(100_000)), layer('b')] }));
  const task = { kind: 'load', path: file, name: 'a.json', folder, choices: {}, now: 0 } as const;
  const reading = await startReading({ ...task, creator: undefined }, { milliseconds: 60_000 });
  expect(await reading.next()).toMatchObject({ kind: 'plan', collections: ['a'.repeat(200), 'b'] });
  await reading.stop();
});

/** Processes with this parent whose command line has the text. */
async function children(parent: number, text: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines
    .filter(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes(text))
    .map(([pid]) => Number(pid));
}

describe.skipIf(process.platform === 'win32')('the spawner', () => {
  test('starts readers, so that the server is not copied for each', async () => {
    const reading = await read();
    await reading.next();
    const spawners = await children(process.pid, 'spawner.ts');
    expect(spawners).toHaveLength(1);
    expect(await children(process.pid, 'reading-process.ts')).toEqual([]);
    await reading.stop();
    expect(await children(spawners[0] ?? 0, 'reading-process.ts')).toEqual([]);
  });

  test('fails what it reads when it is killed, and is started again', async () => {
    const reading = await read();
    process.kill((await children(process.pid, 'spawner.ts'))[0] ?? 0, 'SIGKILL');
    await expect(reading.next()).rejects.toThrow('The spawner has ended.');
    await reading.stop();
    const next = await read();
    expect(await next.next()).toMatchObject({ kind: 'preview', preview: { format: 'csv' } });
    await next.stop();
  });
});

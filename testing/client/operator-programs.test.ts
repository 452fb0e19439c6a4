import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usage } from '../../server/operator/commands.ts';
import { long, sample } from '../rig/long.ts';
import { compileCache, runtime } from '../rig/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** The operator's programs as started from a shell: their output and exit codes. */
const run = promisify(execFile);
let here: TestDatabase;
let there: TestDatabase;
let folder: string;

beforeAll(async () => {
  here = await createTestDatabase();
  there = await createTestDatabase(undefined, { empty: true });
  folder = await mkdtemp(path.join(tmpdir(), 'mapping-operator-'));
});
afterAll(async () => {
  await here.drop();
  await there.drop();
  await rm(folder, { recursive: true });
});

interface Ended {
  code: number;
  output: string;
  errors: string;
}

async function program(file: string, parameters: string[], database = here): Promise<Ended> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...compileCache,
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder, 'data'),
  };
  try {
    const { stdout, stderr } = await run(runtime, [`server/operator/${file}`, ...parameters], { env });
    return { code: 0, output: stdout.trim(), errors: stderr.trim() };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout.trim(), errors: stderr.trim() };
  }
}
const org = (...parameters: string[]) => program('main.ts', parameters);

describe('npm run org', () => {
  test.each(sample([[[]], [['fly']], [['delete', 'x']]], 3))(
    '%j prints usage and exits with 1',
    async (line) => {
      expect(await org(...line)).toEqual({ code: 1, output: '', errors: usage });
    },
  );

  test('prints a one-line error and exits with 1', async () => {
    const { code, errors } = await org('export', 'nowhere');
    expect([code, errors]).toEqual([1, 'There is no organisation “nowhere”. npm run org -- list shows all.']);
  });

  test('creates, lists and exports an organisation', async () => {
    expect((await org('create', 'harbour')).output).toBe('Created the organisation “harbour”.');
    expect((await org('list')).output).toContain('harbour\trevision 1');
    expect(JSON.parse((await org('export', 'harbour')).output)).toEqual({ title: 'harbour' });
  });

  /** The first places of the demo's gazetteer. */
  async function smallGazetteer(): Promise<string> {
    const world = path.join(folder, 'world.ndjson.gz');
    const lines = gunzipSync(await readFile('examples/world/gazetteer.ndjson.gz'))
      .toString()
      .split('\n');
    await writeFile(world, gzipSync(lines.slice(0, 301).join('\n')));
    return world;
  }

  test('loads, lists and removes gazetteers', async () => {
    const world = await smallGazetteer();
    const loaded = /^“(\S+)” has (\d+) places now\.$/.exec((await org('load-places', world)).output);
    const [, dataset = '', count] = loaded ?? [];
    expect(count).toBe('300');
    expect((await org('places')).output).toMatch(new RegExp(`^${dataset}\\tversion .*\\t${count} places\\t`));
    expect((await org('remove-places', dataset)).output).toBe(`Removed “${dataset}”.`);
  });

  test.runIf(long)('reports gazetteers that are loaded, missing or invalid', async () => {
    expect((await org('places')).output).toContain('No gazetteers are loaded');
    const world = await smallGazetteer();
    const [, dataset = ''] = /^“(\S+)”/.exec((await org('load-places', world)).output) ?? [];
    expect((await org('load-places', world)).output).toBe(`“${dataset}” is already loaded in this version.`);
    expect((await org('remove-places', dataset)).output).toBe(`Removed “${dataset}”.`);
    expect((await org('remove-places', dataset)).errors).toBe(`There is no gazetteer “${dataset}”.`);
    const bad = path.join(folder, 'bad.ndjson');
    await writeFile(bad, '{"kind":"nothing"}\n');
    expect((await org('load-places', bad)).code).toBe(1);
  });
});

describe('npm run backup and npm run restore', () => {
  const backup = (...parameters: string[]) => program('backup/main.ts', parameters);

  test.each(sample([[[]], [['backup']], [['restore']], [['fly', 'x']]], 4))(
    '%j print usage',
    async (line) => {
      const { code, errors } = await backup(...line);
      expect([code, errors.split('\n')[0]]).toEqual([1, 'Usage: npm run backup -- FOLDER (a new one)']);
    },
  );

  test('write nothing into DATA_DIR', async () => {
    const { code, errors } = await backup('backup', path.join(folder, 'data', 'backup'));
    expect([code, errors]).toEqual([1, expect.stringContaining('is inside DATA_DIR')]);
  });

  test('restore everything into an empty installation, and report how much', async () => {
    const place = path.join(folder, 'backup');
    const written = await backup('backup', place);
    expect(written).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Written: \d+ tables, \d+ rows/),
    });
    expect(await readdir(place)).not.toHaveLength(0);
    const restored = await program('backup/main.ts', ['restore', place], there);
    expect(restored).toMatchObject({ code: 0, output: written.output.replace('Written', 'Restored') });
    const config = await program('main.ts', ['export', 'harbour'], there);
    expect(config.output).toBe((await org('export', 'harbour')).output);
    expect((await backup('backup', place)).code).toBe(1);
  });
});

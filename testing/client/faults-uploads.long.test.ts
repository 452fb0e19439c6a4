import { once } from 'node:events';
import { watch } from 'node:fs';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createItem } from '@esri/arcgis-rest-portal';
import { ArcGISIdentityManager } from '@esri/arcgis-rest-request';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseAccount } from '../../server/platform/database/embedded/account.ts';
import { poolOf } from '../../server/platform/database/connect.ts';
import { sendFormsNatively } from '../rig/native-forms.ts';
import { createPortalClient, type PortalClient } from '../rig/portal-client.ts';
import { mountSmallDisk } from '../rig/small-disk.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Uploads that end too early or exceed the disk: nothing of them remains. */
let server: TestServer;
let client: PortalClient;
let token: string;
let temporary: string;
const usual = process.env['TMPDIR'];

beforeAll(async () => {
  server = await startTestServer();
  client = await createPortalClient(server);
  await client.addUser('ada', { role: 'org_publisher' });
  token = await client.token('ada');
});
beforeEach(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'mapping-faults-'));
  process.env['TMPDIR'] = temporary;
});
afterEach(async () => {
  process.env['TMPDIR'] = usual ?? '/tmp';
  await rm(temporary, { recursive: true });
});
afterAll(() => server.stop());

const items = async () =>
  (await server.database.selectFrom('portal_item').select('title').execute()).map(({ title }) => title);

function upload(title: string, bytes: number): Promise<any> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ f: 'json', token, type: 'CSV', title })) form.set(name, value);
  form.set('file', new Blob([Buffer.alloc(bytes, 'a')]), 'points.csv');
  return fetch(`${client.root}/content/users/ada/addItem`, { method: 'POST', body: form }).then((response) =>
    response.json(),
  );
}

/** Starts sending a form of this length with a file, after a field with the token if there is one. */
function begin(length: number, ownToken?: string, path = '/portal/sharing/rest/content/users/ada/addItem') {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    'content-type: multipart/form-data; boundary=edge',
    `content-length: ${length}`,
    '',
    ...(ownToken === undefined
      ? []
      : ['--edge', 'content-disposition: form-data; name="token"', '', ownToken]),
    '--edge',
    'content-disposition: form-data; name="file"; filename="points.csv"',
    'content-type: text/csv',
    '',
    '',
  ];
  const { hostname, port } = new URL(client.root);
  const socket = connect(Number(port), hostname);
  socket.write(head.join('\r\n'));
  socket.write('x,y\n'.repeat(50_000));
  return socket;
}

describe('an upload from an anonymous caller', () => {
  /** The response while most of the body has not been sent. */
  const answerTo = async (socket: ReturnType<typeof begin>, megabytes: number) => {
    socket.on('error', () => {});
    for (let count = 0; count < megabytes; count++) socket.write(Buffer.alloc(1_000_000, 'x'));
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return JSON.parse(first.toString().split('\r\n\r\n')[1] ?? '');
  };

  test.each([
    '/portal/sharing/rest/content/users/ada/addItem',
    '/portal/sharing/rest/content/features/analyze',
  ])('to %s is rejected long before its end, and never stored', async (path) => {
    const stored: string[] = [];
    const watcher = watch(temporary, (_event, name) => stored.push(String(name)));
    const sockets = Array.from({ length: 2 }, () => begin(150_000_000, undefined, path));
    const answers = await Promise.all(sockets.map((socket) => answerTo(socket, 12)));
    watcher.close();
    for (const { error } of answers)
      expect(error).toMatchObject({ code: 499, message: expect.stringContaining('before the file') });
    expect(stored).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  test('with an invalid token is rejected before its file', async () => {
    const { error } = await answerTo(begin(150_000_000, 'dead'), 0);
    expect(error.code).toBe(498);
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe('arcgis-rest-js, which sends its token after the file,', () => {
  const add = async (bytes: number, more: object = {}) =>
    createItem({
      item: { title: 'By rest-js', type: 'CSV', tags: [], owner: 'ada' },
      file: new File([Buffer.alloc(bytes, 'a')], 'points.csv'),
      authentication: await ArcGISIdentityManager.fromToken({ token, portal: client.root }),
      ...more,
    } as any);

  test('uploads a small file as it is, and a large one with the token in a header', async () => {
    const restoreFetch = sendFormsNatively();
    try {
      expect((await add(1_000_000)).success).toBe(true);
      await expect(add(12_000_000)).rejects.toThrow(/before the file/);
      const headers = { 'X-Esri-Authorization': `Bearer ${token}` };
      expect((await add(12_000_000, { headers })).success).toBe(true);
      await server.database.deleteFrom('portal_item').execute();
    } finally {
      restoreFetch();
    }
  });
});

describe('aborted upload', () => {
  test('leaves no file and no item', async () => {
    const socket = begin(10_000_000, token);
    // It has arrived: the temporary file exists.
    await expect.poll(() => readdir(temporary), { timeout: 20_000 }).not.toEqual([]);
    socket.destroy();
    await expect.poll(() => readdir(temporary), { timeout: 20_000 }).toEqual([]);
    expect(await items()).toEqual([]);
    expect((await upload('Whole', 1000)).success).toBe(true);
    await expect.poll(() => readdir(temporary)).toEqual([]);
  });
});

describe('full disk', () => {
  test('for temporary files is reported, and leaves nothing behind', async (context) => {
    process.env['TMPDIR'] = usual ?? '/tmp';
    const disk = await mountSmallDisk(4);
    context.skip('missing' in disk, 'missing' in disk ? disk.missing : '');
    if ('missing' in disk) return;
    process.env['TMPDIR'] = disk.folder;
    try {
      const before = await items();
      expect((await upload('Too large', 8_000_000)).error).toMatchObject({
        code: 507,
        message: expect.stringContaining('out of disk space'),
      });
      await expect.poll(() => disk.files()).toEqual([]);
      expect(await items()).toEqual(before);
      // There is room for a smaller one at once.
      expect((await upload('Small enough', 1_000_000)).success).toBe(true);
    } finally {
      await disk.remove();
    }
  });

  test('of the database is reported, and existing content stays available', async (context) => {
    process.env['TMPDIR'] = usual ?? '/tmp';
    const disk = await mountSmallDisk(6);
    const account = await databaseAccount();
    context.skip('missing' in disk, 'missing' in disk ? disk.missing : '');
    if ('missing' in disk || !account) return;
    await chown(disk.folder, account.uid, account.gid);
    const pool = poolOf(server.database);
    await pool.query(`create tablespace small location '${disk.folder}'`);
    try {
      // Uploads are stored on the small disk from now on.
      await pool.query('alter table portal_item_data_part set tablespace small');
      const add = (title: string) => {
        const text = JSON.stringify({ title, random: randomBytes(900_000).toString('base64') });
        return client.call('/content/users/ada/addItem', { token, type: 'Web Map', title, text });
      };
      const answers = [];
      for (let count = 0; count < 12 && !answers.at(-1)?.error; count++)
        answers.push(await add(`Map ${count}`));
      expect(answers.at(-1)?.error).toMatchObject({
        code: 507,
        message: expect.stringContaining('Nothing was saved'),
      });
      const saved = answers.filter(({ success }) => success);
      expect(saved.length).toBeGreaterThan(0);
      for (const [index, { id }] of saved.entries())
        expect((await client.call(`/content/items/${id}/data`, { token })).title).toBe(`Map ${index}`);
      expect(await items()).not.toContain(`Map ${answers.length - 1}`);
      // Space is freed, and saving works again.
      await pool.query('alter table portal_item_data_part set tablespace pg_default');
      expect((await add('Later')).success).toBe(true);
    } finally {
      await pool.query('alter table portal_item_data_part set tablespace pg_default');
      await pool.query('drop tablespace small');
      await disk.remove();
    }
  });
});

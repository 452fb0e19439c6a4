import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedLayer } from '../../server/gis/storage/create-hosted-layer.ts';
import { maxTurn } from '../rig/event-loop-suite.ts';
import { freePort } from '../rig/free-port.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { type ServerProcess, startServerProcess } from '../rig/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../rig/test-database.ts';

/** Files of the largest sizes, written and read while the server's event loop is measured. */
let rig: TestDatabase;
let server: ServerProcess;
let url: string;
let token: string;
let item: string;

const resource = Buffer.from(randomBytes(49_000_000));
const attachment = Buffer.from(randomBytes(19_000_000));
/** A beginning that makes it a picture. */
const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(9_900_000)]);

beforeAll(async () => {
  rig = await createTestDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await createHostedLayer(
    { database: rig.database },
    {
      serviceName: 'Town',
      capabilities: 'Create,Delete,Query,Update,Editing',
      layers: [
        {
          name: 'Trees',
          geometryType: 'esriGeometryPoint',
          fields: [],
          hasAttachments: true,
          features: [{ properties: {}, geometry: { type: 'Point', coordinates: [71, 51] } }],
        },
      ],
    },
  );
  server = await startServerProcess(
    { PORT: String(port), DATABASE_URL: rig.url },
    'testing/rig/measured-server.ts',
  );
  const portal = await createPortalClient({ url, database: rig.database });
  await portal.addUser('ada', { role: 'org_admin' });
  token = await portal.token('ada');
  ({ id: item } = (await portal.call('/content/users/ada/addItem', {
    title: 'Map',
    type: 'Web Map',
    text: '{}',
    token,
  })) as { id: string });
});
afterAll(async () => {
  await server?.stop();
  await rig?.drop();
});

async function send(
  address: string,
  field: string,
  name: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<string> {
  const form = new FormData();
  for (const [key, value] of Object.entries({ f: 'json', token })) form.set(key, value);
  form.set(field, new File([bytes], name));
  const response = await fetch(url + address, { method: 'POST', body: form });
  return response.text();
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

async function read(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${address}?token=${token}`, { headers });
  const hash = hashOf(new Uint8Array(await response.arrayBuffer()));
  return { hash, status: response.status, headers: Object.fromEntries(response.headers) };
}

/** Of the server since the last report, in milliseconds of processor time. */
async function longestTurn(): Promise<number> {
  const before = server.output().length;
  server.process.kill('SIGUSR2');
  const reported = () => /LONGEST TURN ([\d.]+) ms/.exec(server.output().slice(before))?.[1];
  await expect.poll(reported, { interval: 5, timeout: 30_000 }).toBeDefined();
  return Number(reported());
}

const content = '/portal/sharing/rest/content';
const layer = '/server/rest/services/Town/FeatureServer/0';

describe('a large file does not block the event loop', () => {
  test('as a resource', async () => {
    await longestTurn();
    expect(
      await send(`${content}/users/ada/items/${item}/addResources`, 'file', 'a.bin', resource),
    ).toContain('"success":true');
    expect(await longestTurn()).toBeLessThan(maxTurn);

    const address = `${content}/items/${item}/resources/a.bin`;
    const answer = await read(address);
    expect(await longestTurn()).toBeLessThan(maxTurn);
    expect(answer).toMatchObject({
      status: 200,
      hash: hashOf(resource),
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(resource.length),
        'content-disposition': "attachment; filename*=UTF-8''a.bin",
        etag: `"${hashOf(resource).slice(0, 27)}"`,
      },
    });

    expect(await read(address, { 'if-none-match': answer.headers['etag'] as string })).toMatchObject({
      status: 304,
    });
    expect(await longestTurn()).toBeLessThan(maxTurn);
  });

  test('as a thumbnail', async () => {
    expect(
      await send(`${content}/users/ada/items/${item}/updateThumbnail`, 'file', 'a.png', picture),
    ).toContain('"success":true');
    expect(await read(`${content}/items/${item}/info/thumbnail/a.png`)).toMatchObject({
      status: 200,
      hash: hashOf(picture),
    });
    expect(await longestTurn()).toBeLessThan(maxTurn);
  });

  test('as an attachment', async () => {
    await longestTurn();
    expect(await send(`${layer}/1/addAttachment`, 'attachment', 'a.zip', attachment)).toContain(
      '"success":true',
    );
    expect(await longestTurn()).toBeLessThan(maxTurn);
    expect(await read(`${layer}/1/attachments/1`)).toMatchObject({
      status: 200,
      hash: hashOf(attachment),
      headers: { 'content-length': String(attachment.length) },
    });
    expect(await longestTurn()).toBeLessThan(maxTurn);
  });
});

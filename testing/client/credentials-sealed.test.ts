import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { poolOf } from '../../server/platform/database/connect.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { startFakePortal } from '../fakes/portal.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** An administrator who may not see the vendor's password tries to have it sent elsewhere. */
const secret = 'cw-secret-password';
const secretsKey = randomBytes(32).toString('base64');
let portal: Awaited<ReturnType<typeof startFakePortal>>;
let real: Awaited<ReturnType<typeof startFakeCityworks>>;
let evil: Awaited<ReturnType<typeof startFakeCityworks>>;
let server: TestServer;

beforeAll(async () => {
  portal = await startFakePortal({ ada: { username: 'ada', groups: ['admins'] } });
  [real, evil] = [await startFakeCityworks(), await startFakeCityworks()];
  server = await startTestServer({ secretsKey });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([portal.close(), real.close(), evil.close()]);
});

const work = (more: object = {}) => ({
  id: 'work',
  type: 'cityworks',
  title: 'Work',
  config: { server: real.url },
  ...more,
});
const configWith = (...integrations: any[]) => ({
  portal: { url: portal.url, adminGroupId: 'admins' },
  integrations,
});

async function call(path: string, method = 'GET', body?: object, tag?: string, { url } = server) {
  const response = await fetch(`${url}/api/town/${path}`, {
    method,
    headers: {
      authorization: 'Bearer ada',
      'x-portal': portal.url,
      ...(body && { 'content-type': 'application/json' }),
      ...(tag && { 'if-match': tag }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, tag: response.headers.get('etag') ?? '', text, json: JSON.parse(text) };
}
const save = async (config: object) => {
  const { tag } = await call('administration/config');
  const saved = await call('administration/config', 'PUT', config, tag);
  expect(saved.status).toBe(200);
};
const problems = (at = server) => call('integrations/work/problems', 'GET', undefined, undefined, at);
const status = async () => (await call('integrations/work/credentials/status')).json;
const heard = () => JSON.stringify(evil.calls);

beforeEach(async () => {
  await server.database.deleteFrom('organisation').execute();
  await server.database.deleteFrom('integration_credential').execute();
  await server.database.deleteFrom('audit_entry').execute();
  evil.calls.length = 0;
  await saveConfig(server.database, 'town', configWith(work()), 'test');
  const values = { username: 'mapping', password: secret };
  await call('integrations/work/credentials', 'PUT', { values });
});

const moves: [string, () => object[]][] = [
  ['another server', () => [work({ config: { server: evil.url } })]],
  [
    'the same server by another protocol',
    () => [work({ config: { server: real.url.replace('http:', 'https:') } })],
  ],
  ['a kind whose credentials browsers get', () => [work({ type: 'cyclomedia', config: {} })]],
  ['nothing', () => []],
];

describe('stored credentials', () => {
  it.each(moves)(
    'are deleted when the integration is changed to %s, and not restored when it is changed back',
    async (_what, changed) => {
      await save(configWith(...changed()));
      await call('integrations/work/check', 'POST');
      await problems();
      const read = await call('integrations/work/credentials');
      expect(read.status).toBe(404);
      await save(configWith(work()));
      expect((await problems()).json.id).toBe('cityworks:no-credentials');
      expect(await status()).toMatchObject({ set: [], droppedAt: expect.any(Number) });
      expect(heard() + read.text).not.toContain(secret);
      const [row] = await server.database.selectFrom('integration_credential').selectAll().execute();
      expect(row?.sealed).toHaveLength(0);
      const acts = await server.database
        .selectFrom('audit_entry')
        .select(['act', 'actor', 'subject'])
        .execute();
      expect(acts).toContainEqual({ act: 'integration.credentials-dropped', actor: 'ada', subject: 'work' });
    },
  );

  it('leave nothing behind, as all that is stored by integration, once two saved configs lack it', async () => {
    const { rows: tables } = await poolOf(server.database).query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = current_schema() and column_name = 'integration' order by 1`,
    );
    const stored = async () => {
      const counts = tables.map(async ({ name }) => {
        const { rowCount } = await poolOf(server.database).query(`select from ${name}`);
        return `${name} ${rowCount}`;
      });
      return Promise.all(counts);
    };
    await call('integrations/work/check', 'POST');
    expect(await stored()).toEqual([
      'integration_check 1',
      'integration_credential 1',
      'integration_health_change 1',
    ]);
    await save(configWith());
    await save({ ...configWith(), title: 'Town' });
    expect(await stored()).toEqual([
      'integration_check 0',
      'integration_credential 0',
      'integration_health_change 0',
    ]);
  });

  it('survive changes of anything else', async () => {
    await save(configWith(work({ title: 'Repairs', config: { server: `${real.url}/`, radius: 100 } })));
    expect((await problems()).status).toBe(200);
    expect(await status()).toMatchObject({ set: ['username', 'password'], droppedAt: null });
  });

  it.each(moves.slice(0, 3))(
    'are not decrypted for %s when the config was changed by other means',
    async (_what, changed) => {
      await saveConfig(server.database, 'town', configWith(...changed()), 'operator');
      await call('integrations/work/check', 'POST');
      await problems();
      expect((await call('integrations/work/credentials')).status).toBe(404);
      expect(heard()).not.toContain(secret);
      expect(await status()).toMatchObject({ set: [] });
    },
  );

  it('cannot be decrypted for another organisation, kind or host by moving their row', async () => {
    await saveConfig(server.database, 'town', configWith(work({ config: { server: evil.url } })), 'operator');
    const { database } = server;
    await database
      .updateTable('integration_credential')
      .set({ host: new URL(evil.url).origin })
      .execute();
    expect((await problems()).json.id).toBe('integration:credentials-unreadable');
    await saveConfig(database, 'village', configWith(work()), 'test');
    const moved = { organisation: 'village', host: new URL(real.url).origin };
    await database.updateTable('integration_credential').set(moved).execute();
    const other = await fetch(`${server.url}/api/village/integrations/work/problems`, {
      headers: { authorization: 'Bearer ada', 'x-portal': portal.url },
    });
    expect(other.status).toBe(503);
    expect(heard()).not.toContain(secret);
  });

  it('that were just entered survive a process with an older config, which seals none to its server', async () => {
    const second = await startTestServer({
      secretsKey,
      databaseUrl: server.databaseUrl,
      configAgeMilliseconds: 600_000,
    });
    onTestFinished(() => second.stop());
    const enter = async (at: TestServer) => {
      const values = { username: 'mapping', password: secret };
      return (await call('integrations/work/credentials', 'PUT', { values }, undefined, at)).status;
    };
    expect((await problems(second)).status).toBe(200);
    await save(configWith(work({ config: { server: evil.url } })));
    expect(await enter(server)).toBe(200);
    expect((await problems(second)).json.id).toBe('cityworks:no-credentials');
    expect((await problems()).status).toBe(200);
    expect(await enter(second)).toBe(200);
    expect((await problems()).status).toBe(200);
  });

  it('of an earlier version are sealed to the config at server start', async () => {
    const key = Buffer.from(secretsKey, 'base64');
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('town/work'));
    const text = JSON.stringify({ username: 'mapping', password: secret });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    await server.database
      .updateTable('integration_credential')
      .set({
        kind: null,
        host: null,
        nonce,
        sealed,
        key_id: createHash('sha256').update(key).digest('hex').slice(0, 12),
      })
      .execute();
    await (await startTestServer({ secretsKey, databaseUrl: server.databaseUrl })).stop();
    const row = await server.database.selectFrom('integration_credential').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ kind: 'cityworks', host: new URL(real.url).origin });
    expect((await problems()).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createPortalClient } from '../rig/portal-client.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
let token: string;
const rest = '/portal/sharing/rest';

beforeAll(async () => {
  server = await startTestServer();
  const portal = await createPortalClient(server);
  await portal.addUser('grace', { role: 'org_publisher' });
  token = await portal.token('grace');
  await saveConfig(
    server.database,
    'town',
    { title: 'Town', portal: { url: '/portal' }, sharing: { anonymous: true } },
    'test',
  );
});
afterAll(() => server.stop());

async function post(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { method: 'POST', body, headers });
  const text = await response.text();
  const answer = text === '' ? {} : (JSON.parse(text) as any);
  return { status: answer.error?.code ?? response.status, answer };
}

/** A web map of several megabytes, with multi-byte characters. */
const webMap = {
  version: '2.33',
  operationalLayers: Array.from({ length: 400 }, (_none, n) => ({
    id: String(n),
    title: 'Дорога + 100 % '.repeat(250),
  })),
};
const json = { 'content-type': 'application/json' };

describe('web map of several megabytes', () => {
  const text = JSON.stringify(webMap);
  const addItem = `${rest}/content/users/grace/addItem`;
  const fields = { f: 'json', title: 'Large', type: 'Web Map' };

  test.each([
    ['in a form with the token at its end', () => new URLSearchParams({ ...fields, text, token })],
    ['in a form with the token at its beginning', () => new URLSearchParams({ token, ...fields, text })],
    [
      'as a part of a multipart form',
      () => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ ...fields, text, token })) form.set(name, value);
        return form;
      },
    ],
  ])('is saved unchanged: %s', async (_how, body) => {
    const { answer } = await post(addItem, body());
    expect(answer).toMatchObject({ success: true });
    const data = await fetch(`${server.url}${rest}/content/items/${answer.id}/data?token=${token}`);
    expect(data.headers.get('content-type')).toContain('application/json');
    expect(await data.text()).toBe(text);
  });

  test('is rejected without a token', async () => {
    expect((await post(addItem, new URLSearchParams({ ...fields, text }))).status).toBe(499);
  });

  test('is rejected in a field that is a list or a title', async () => {
    for (const name of ['tags', 'categories', 'description', 'properties']) {
      const { status, answer } = await post(addItem, new URLSearchParams({ ...fields, token, [name]: text }));
      expect([name, status]).toEqual([name, 400]);
      expect(answer.error.message).toContain(name);
    }
  });

  test('is shared and read unchanged, without its secrets', async () => {
    const layer = { id: 'secret', url: 'https://maps.example/rest?token=abc', title: 'Key' };
    const given = { ...webMap, operationalLayers: [...webMap.operationalLayers, layer] };
    const shared = await post(
      '/api/town/shared-maps',
      JSON.stringify({ title: 'Large', webMap: given }),
      json,
    );
    expect(shared.answer.removed).toEqual(['operationalLayers.400.url']);
    const read = await fetch(`${server.url}/api/town/shared-maps/${shared.answer.sid}`);
    expect(read.headers.get('content-type')).toContain('application/json');
    const saved = (await read.json()) as any;
    expect(saved).toMatchObject({ title: 'Large', access: 'public', viewpoint: null });
    expect(saved.webMap.operationalLayers.slice(0, 400)).toEqual(webMap.operationalLayers);
    expect(JSON.stringify(saved)).not.toContain('abc');
  });

  test.each([
    ['not JSON', `${text},`, 'http:invalid-json'],
    ['without a title', JSON.stringify({ webMap }), 'shared-map:invalid'],
    ['with a NUL character', JSON.stringify({ title: 'a\0b', webMap }), 'http:nul-character'],
    [
      'nested too deeply',
      JSON.stringify({ title: 'a', webMap, deep: '@' }).replace('"@"', '['.repeat(999) + ']'.repeat(999)),
      'http:nested-too-deeply',
    ],
  ])('is rejected with the same message as a small one: %s', async (_what, body, id) => {
    const { status, answer } = await post('/api/town/shared-maps', body, json);
    expect([status, answer.id]).toEqual([400, id]);
  });
});

describe('body that no operation needs', () => {
  const body = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes) });

  test.each([
    ['/api/session/town/eA/oauth2/token', limits.sessionBodyBytes],
    ['/api/town/usage/map-opened', limits.jsonBodyBytes],
    [`${rest}/content/users/grace/addItem?f=json`, limits.jsonBodyBytes],
    ['/server/rest/services/Town/FeatureServer/0/addFeatures', limits.jsonBodyBytes],
  ])('is rejected as too large: %s', async (path, bytes) => {
    expect((await post(path, body(bytes), json)).status).toBe(413);
    expect((await post(path, body(bytes / 2), json)).status).not.toBe(413);
  });

  test('is rejected when it is plain text', async () => {
    expect((await post(`${rest}/content/users/grace/addItem?f=json`, 'text')).status).toBe(415);
  });
});

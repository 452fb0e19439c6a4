import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appConfigSchema } from '../../wire/app-config.ts';
import { problemSchema } from '../../wire/problem.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await saveConfig(
    server.database,
    'harbour',
    { title: 'Harbour', portal: { url: '/portal', appId: 'mapping' } },
    'test',
  );
});
afterAll(() => server.stop());

describe('GET /api/{org}/config', () => {
  test('returns the saved config with every default filled in', async () => {
    const response = await fetch(`${server.url}/api/harbour/config`);
    expect(response.status).toBe(200);
    const { integrationsUrl, ...config } = await response.json();
    expect(integrationsUrl).toBe('http://pages.test');
    expect(config.portal).toEqual({
      url: '/portal',
      appId: 'mapping',
      organisationId: '',
      adminGroupId: '',
      customLogo: '',
      signIn: 'redirect',
    });
    expect(config.theme.primary).toBe('#78A942');
    expect(appConfigSchema.parse(config)).toEqual(config);
  });

  test('responds with 304 to the ETag of the revision, and a new one after a save', async () => {
    const first = await fetch(`${server.url}/api/harbour/config`);
    const etag = first.headers.get('etag') ?? '';
    const again = await fetch(`${server.url}/api/harbour/config`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    await saveConfig(server.database, 'harbour', { title: 'Harbour 2' }, 'test');
    const changed = await fetch(`${server.url}/api/harbour/config`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('names an unknown organisation in a problem document', async () => {
    const response = await fetch(`${server.url}/api/nowhere/config`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const problem = problemSchema.parse(await response.json());
    expect(problem).toMatchObject({ id: 'organisation:not-found', status: 404 });
    expect(problem.detail).toContain('nowhere');
  });
});

test('GET /health returns ok while the database responds', async () => {
  const response = await fetch(`${server.url}/health`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

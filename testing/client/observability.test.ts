import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { budgetNames } from '../../server/platform/budgets/budgets.ts';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { poolOf } from '../../server/platform/database/connect.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

const token = 'a-metrics-token-of-length';
const lines: string[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    metricsToken: token,
    logLevel: 'info',
    slowQueryMilliseconds: 1,
    notices: ['A setting has another name now.'],
    logStream: { write: (line) => void lines.push(line) },
  });
  await saveConfig(server.database, 'town', { title: 'Town', portal: { url: 'http://127.0.0.1:9' } }, 'test');
});
afterAll(() => server.stop());

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, any>);

describe('log', () => {
  test('warns at startup about questionable settings', () => {
    const [warning] = logged().filter(({ msg }) => msg === 'A setting has another name now.');
    expect(warning?.['level']).toBe(40);
  });

  test('has one line of JSON for each request and response, with the same id', async () => {
    await fetch(`${server.url}/api/town/config?marker=here`);
    const request = logged().find(({ req }) => req?.path === '/api/town/config');
    expect(request?.['req']).toEqual({ method: 'GET', path: '/api/town/config' });
    const answer = logged().find(({ reqId, res }) => reqId === request?.['reqId'] && res);
    expect(answer?.['res'].statusCode).toBe(200);
  });

  test('holds no token, password or cookie, wherever they were sent', async () => {
    const secret = 'very-secret-value';
    await fetch(`${server.url}/portal/sharing/rest/community/self?f=json&token=${secret}`);
    await fetch(`${server.url}/portal/sharing/rest/generateToken`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'ada', password: secret, f: 'json' }),
    });
    await fetch(`${server.url}/api/town/administration/config`, {
      headers: { authorization: `Bearer ${secret}`, cookie: `session=${secret}` },
    });
    expect(lines.join('')).not.toContain(secret);
  });

  test('has the id shown to the user', async () => {
    await poolOf(server.database).query('alter table organisation_logo rename to gone');
    const problem = (await (await fetch(`${server.url}/api/town/logo`)).json()) as any;
    await poolOf(server.database).query('alter table gone rename to organisation_logo');
    expect(problem.detail).toContain(problem.requestId);
    const line = logged().find(({ reqId, err }) => reqId === problem.requestId && err);
    expect(line).toMatchObject({
      level: 50,
      id: 'http:unexpected',
      err: { message: expect.stringContaining('organisation_logo') },
    });
  });

  test('lists slow statements with their SQL and without their values', async () => {
    await fetch(`${server.url}/portal/sharing/rest/search?f=json&q=a-value-nobody-else-has`);
    await expect.poll(() => logged().some(({ msg }) => msg === 'slow statement')).toBe(true);
    const slow = logged().filter(({ msg }) => msg === 'slow statement');
    expect(slow[0]?.['milliseconds']).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(slow)).not.toContain('a-value-nobody-else-has');
  });
});

describe('/metrics', () => {
  const read = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: { ...(authorization && { authorization }) } });

  test.each([[undefined], ['Bearer wrong'], [`Basic ${token}`], [`Bearer ${token}x`]])(
    'is closed to %s',
    async (authorization) => {
      expect((await read(authorization)).status).toBe(401);
    },
  );

  test('counts requests by route and status, never by address', async () => {
    await fetch(`${server.url}/api/town/config`);
    const response = await read(`Bearer ${token}`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toMatch(
      /mapping_http_request_duration_seconds_count\{method="GET",route="\/api\/:org\/config",status="200"\} \d+/,
    );
    expect(text).toContain('mapping_database_connections{state="waiting"} 0');
    expect(text).toMatch(/mapping_threads\{state="busy"\} \d/);
    expect(text).toContain('mapping_held_bytes{kind="unknown_senders"} 0');
    expect(text).toMatch(/^mapping_held_bytes\{kind="answers"\} \d+$/m);
    expect(text).toMatch(/mapping_http_connections\{state="open"\} [1-9]/);
    for (const name of [...budgetNames, 'layers', 'hosts'])
      expect(text).toMatch(new RegExp(`^mapping_budget\\{class="${name}",state="refused"\\} \\d+$`, 'm'));
    expect(text).not.toContain('town');
  });

  test('does not exist unless the operator enables it', async () => {
    const plain = await startTestServer();
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
    await plain.stop();
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/limits.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

/** Browser reports of blocked content: limited, counted, and logged without possible secrets. */
let server: TestServer;
let log = '';
const metricsToken = 'long-enough-token';

beforeAll(async () => {
  server = await startTestServer({
    metricsToken,
    logLevel: 'info',
    logStream: { write: (line) => void (log += line) },
  });
});
afterAll(() => server.stop());

const send = (body: unknown, type = 'application/reports+json') =>
  fetch(`${server.url}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const violation = (parts: object) => ({ type: 'csp-violation', age: 1, body: parts });

test('counts both report formats by directive, and logs no complete address', async () => {
  const modern = violation({
    effectiveDirective: 'connect-src',
    blockedURL: 'https://evil.example/secret-path?token=secret-token',
    documentURL: 'https://maps.example/demo/map/sid/secretsecretsecr?token=secret-token#secret',
  });
  const old = {
    'csp-report': { 'violated-directive': 'img-src x', 'blocked-uri': 'data:secret', 'document-uri': '' },
  };
  expect((await send([modern])).status).toBe(204);
  expect((await send(old, 'application/csp-report')).status).toBe(204);
  const made = violation({ effectiveDirective: 'made-up-secret', blockedURL: 'secret words' });
  await send([{ ...made, type: 'secret-kind' }]);
  expect(log).toContain('https://evil.example');
  expect(log).not.toMatch(/secret/);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const counted = (await metrics.text()).match(/mapping_browser_reports_total\{.*/g);
  expect(counted?.toSorted()).toEqual([
    'mapping_browser_reports_total{kind="csp-violation",directive="connect-src"} 1',
    'mapping_browser_reports_total{kind="csp-violation",directive="img-src"} 1',
    'mapping_browser_reports_total{kind="other",directive="other"} 1',
  ]);
});

test('drops anything but a report, and rejects one that is too large or malformed', async () => {
  const before = log.length;
  expect((await send({ anything: 1 })).status).toBe(204);
  expect((await send(Array.from({ length: limits.reportsPerRequest + 1 }, () => violation({})))).status).toBe(
    204,
  );
  expect(log.slice(before)).not.toContain('browser report');
  expect((await send(JSON.stringify([violation({ a: 'x'.repeat(limits.reportBytes) })]))).status).toBe(413);
  expect((await send('{')).status).toBe(400);
});

test('throttles an address that sends very many', async () => {
  const statuses: number[] = [];
  for (let each = 0; each < limits.reportsPerMinute; each++) statuses.push((await send([])).status);
  expect(statuses).toContain(429);
});

test('pages name the endpoint, and the device features they may use', async () => {
  const { headers } = await fetch(`${server.url}/health`);
  expect(headers.get('reporting-endpoints')).toBe('default="/api/reports"');
  expect(headers.get('content-security-policy')).toContain('report-uri /api/reports');
  const permissions = headers.get('permissions-policy') ?? '';
  expect(permissions).toContain('geolocation=(self)');
  for (const never of ['camera', 'microphone', 'payment']) expect(permissions).toContain(`${never}=()`);
});

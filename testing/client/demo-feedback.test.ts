import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoFeedback, demoFeedbackPath } from '../../server/demo/feedback/form.ts';
import { startTestServer, type TestServer } from '../rig/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sites: [demoFeedback] });
});
afterAll(() => server.stop());

const open = (query: string) => fetch(`${server.url}${demoFeedbackPath}?${query}`);
const send = (values: Record<string, string>) =>
  fetch(`${server.url}${demoFeedbackPath}`, { method: 'POST', body: new URLSearchParams(values) });

it('fills in the demo’s feedback form in the user’s language, and ignores other parameters', async () => {
  const answer = await open('lang=x&language=ar&lat=51.1&lng=71.4&note=%3Cscript%3E&page=%2Fdemo%2Fmap');
  const page = await answer.text();
  expect(page).toContain('<html lang="ar" dir="rtl">');
  expect(page).toContain('51.1, 71.4');
  expect(page).not.toContain('<script');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

it('confirms a submitted form, and links back to this server only', async () => {
  const thanks = await send({ note: 'A fallen tree.', language: 'en', page: '/demo/map#at=51,71,12,0' });
  const page = await thanks.text();
  expect(page).toContain('Thank you for your feedback');
  expect(page).toContain('href="/demo/map#at=51,71,12,0"');
  for (const elsewhere of ['https://e.org', '//e.org', String.raw`/\e.org`, 'javascript:alert(1)'])
    expect(await (await send({ page: elsewhere })).text()).not.toContain('href=');
});

import { expect, type Page, test } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { startFakeCityworks } from '../fakes/cityworks.ts';
import { startForeignPages } from '../fakes/foreign-pages.ts';
import { drawer, pagesUrl, reopenAt, setCredentials, withIntegrations } from './integration-steps.ts';

const secrets = {
  password: 'street-smart-password-83a1',
  cycloKey: 'street-smart-key-5b2c',
  googleKey: 'AIza-google-key-77d0',
  work: 'cityworks-password-19fe',
};
/** A page that reports the messages it receives. */
const listening = `<!doctype html><title>Listening</title><script type="module">
const heard = [];
addEventListener('message', ({ data }) => { heard.push(data); if (data?.type === 'visibility') fetch('/report', { method: 'POST', body: JSON.stringify({ heard }) }); });
parent.postMessage({ intg: 1, id: window.name, type: 'ready', version: 1, wants: ['credentials', 'session'] }, '*');
</script>`;

let cityworks: Awaited<ReturnType<typeof startFakeCityworks>>;
let foreign: Awaited<ReturnType<typeof startForeignPages>>;
withIntegrations(async () => {
  cityworks = await startFakeCityworks({ password: secrets.work });
  foreign = await startForeignPages({ '/': listening });
  return [
    { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart' },
    {
      id: 'google',
      type: 'streetview',
      title: 'Synced view',
      config: { viewer: 'synced', termsAccepted: true },
    },
    { id: 'work', type: 'cityworks', title: 'Work', config: { server: cityworks.url } },
    { id: 'foreign', type: 'url', title: 'Foreign', url: `${foreign.url}/`, display: 'frame' },
  ];
});
test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  await setCredentials(request, 'cyclo', {
    username: 'city',
    password: secrets.password,
    apiKey: secrets.cycloKey,
  });
  await setCredentials(request, 'google', { apiKey: secrets.googleKey });
  await setCredentials(request, 'work', { username: 'mapping', password: secrets.work });
  await request.dispose();
});
test.afterAll(() => Promise.all([cityworks.close(), foreign.close()]));

/** Records everything the browser receives, sends, logs and stores; vendors cannot be reached. */
async function listen(page: Page) {
  const received: { from: string; text: string }[] = [];
  const sent: { to: string; text: string }[] = [];
  const pending: Promise<unknown>[] = [];
  await page.context().route(/^https:/, (route) => route.abort());
  page.context().on('request', (request) => {
    sent.push({ to: request.url(), text: `${request.url()} ${request.postData() ?? ''}` });
  });
  page.context().on('response', (response) => {
    const reading = response.text().catch(() => '');
    pending.push(reading.then((text) => received.push({ from: new URL(response.url()).pathname, text })));
  });
  page.context().on('console', (message) => received.push({ from: 'console', text: message.text() }));
  const everything = async () => {
    await Promise.all(pending);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    received.push({ from: 'storage', text: kept }, { from: 'page', text: await page.content() });
    return { received, sent };
  };
  return everything;
}

const all = ['cyclo', 'google', 'work', 'foreign'];
const holding = <Entry extends { text: string }>(secret: string, list: readonly Entry[]) =>
  list.filter(({ text }) => text.includes(secret));

test('an anonymous visitor who opens every integration receives no credential', async ({ page }) => {
  const everything = await listen(page);
  await reopenAt(page, all);
  await expect(drawer(page)).toBeVisible();
  const heard = foreign.reports.length;
  for (const title of ['Street Smart', 'Synced view', 'Work', 'Foreign'])
    await page.getByRole('tab', { name: title, exact: true }).click();
  await expect.poll(() => foreign.reports.length).toBeGreaterThan(heard);
  await page.getByRole('tab', { name: 'Street Smart' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to open Street Smart' })).toBeVisible();
  const { received, sent } = await everything();
  expect(received.length).toBeGreaterThan(20);
  for (const secret of Object.values(secrets)) {
    expect(holding(secret, received)).toEqual([]);
    expect(holding(secret, sent)).toEqual([]);
    expect(JSON.stringify(foreign.reports)).not.toContain(secret);
  }
  // Visitors do not request what only members get.
  expect(sent.filter(({ to }) => to.includes('/credentials'))).toEqual([]);
});

test(
  'a member receives browser credentials through one endpoint only, and server credentials never',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'grace');
    const everything = await listen(page);
    await reopenAt(page, all);
    await page.getByRole('tab', { name: 'Work', exact: true }).click();
    await expect(page.frameLocator('iframe[name="work"]').getByText('Repair the lamp')).toBeVisible();
    await page.getByRole('tab', { name: 'Street Smart' }).click();
    await expect(page.getByText('Unreachable').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Foreign' }).click();
    await expect.poll(() => foreign.reports.length).toBeGreaterThan(1);
    const { received, sent } = await everything();
    const ofBrowser = { cyclo: [secrets.password, secrets.cycloKey], google: [secrets.googleKey] };
    for (const [id, values] of Object.entries(ofBrowser))
      for (const secret of values) {
        const places = new Set(holding(secret, received).map(({ from }) => from));
        expect(places).toEqual(new Set([`/api/demo/integrations/${id}/credentials`]));
      }
    // The key is sent only to Google, which requires it.
    const to = holding(secrets.googleKey, sent).map((one) => new URL(one.to).hostname);
    expect(new Set(to)).toEqual(new Set(['maps.googleapis.com']));
    for (const secret of [secrets.password, secrets.cycloKey, secrets.work])
      expect(holding(secret, sent)).toEqual([]);
    // Cityworks' password and its token stay on the server.
    expect(holding(secrets.work, received)).toEqual([]);
    expect(holding('cw-token', received)).toEqual([]);
    expect(JSON.stringify(foreign.reports)).not.toMatch(/credential|session|token|key-|password/);
  },
);

test('each page has a policy that allows only what its type needs', async ({ request, baseURL }) => {
  const pages = pagesUrl(baseURL);
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  const hosts = (policy: string) =>
    new Set((policy.match(/https?:\/\/[^\s;]+/g) ?? []).filter((host) => host !== pages && host !== baseURL));
  const cyclo = await policyOf(`${pages}/integrations/demo/cyclo`);
  expect([...hosts(cyclo)].every((host) => host.endsWith('.cyclomedia.com'))).toBe(true);
  const google = await policyOf(`${pages}/integrations/demo/google`);
  expect(
    [...hosts(google)].every((host) => /\.(googleapis|gstatic|google|googleusercontent)\.com$/.test(host)),
  ).toBe(true);
  for (const id of ['work', 'street-photos'])
    expect(hosts(await policyOf(`${pages}/integrations/demo/${id}`))).toEqual(new Set());
  for (const policy of [cyclo, google]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-ancestors ${baseURL}`);
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*;| https: )/);
  }
  // The application and its windows frame the pages of the config and no others; neither runs a vendor's script.
  const application = await policyOf('/demo/gallery');
  expect(/frame-src ([^;]*)/.exec(application)?.[1]?.split(' ')).toEqual([pages, foreign.url]);
  expect(application).not.toMatch(/cyclomedia|googleapis/);
  const popOut = await policyOf('/integrations/demo/pop-out');
  expect(popOut).toContain("script-src 'none'");
  expect(/frame-src ([^;]*)/.exec(popOut)?.[1]?.split(' ')).toEqual([pages, foreign.url]);
});

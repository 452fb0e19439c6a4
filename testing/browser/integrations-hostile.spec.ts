import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { hostilePage, hostileScript } from '../fakes/hostile-page.ts';
import { startForeignPages } from '../fakes/foreign-pages.ts';
import {
  chooseMiddle,
  clickMap,
  drawer,
  openIntegration,
  openMap,
  pagesUrl,
  setCredentials,
  withIntegrations,
} from './integration-steps.ts';
import config from '../playwright.config.ts';
import { test, tokenOf } from './steps.ts';

// The browser's own popup blocker, which is usually off in tests.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-popup-blocking'] },
});

let foreign: Awaited<ReturnType<typeof startForeignPages>>;
withIntegrations(async () => {
  foreign = await startForeignPages({ '/page': hostilePage });
  return [
    {
      id: 'hostile',
      type: 'url',
      title: 'Hostile',
      url: `${foreign.url}/page?at={lat},{lng}`,
      display: 'frame',
    },
    { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart' },
    { id: 'work', type: 'cityworks', title: 'Work', config: { server: 'https://cw.example' } },
  ];
});
test.afterAll(() => foreign.close());

test('a hostile page cannot read, navigate, open or block anything', async ({ page, context }) => {
  await arriveSignedIn(page, 'grace');
  await openMap(page);
  const windows: string[] = [];
  context.on('page', (opened) => windows.push(opened.url()));
  await openIntegration(page, 'Street photos');
  await openIntegration(page, 'Hostile');
  await chooseMiddle(page);
  await page.getByRole('tab', { name: 'Street photos' }).click();
  await expect(page.frameLocator('iframe[name="street-photos"]').locator('canvas')).toBeVisible();
  await page.getByRole('tab', { name: 'Hostile' }).click();
  await expect(page.getByRole('heading', { name: 'Hostile' })).toHaveCount(0);
  await expect.poll(() => foreign.reports.length).toBe(1);

  const { got, messages, cookies } = foreign.reports[0] as {
    got: Record<string, string>;
    messages: Record<string, unknown>[];
    cookies: string;
  };
  // It read nothing of the application and navigated no other frame: neither the top nor a sibling.
  expect(new Set(Object.values(got))).toEqual(new Set(['refused']));
  expect(cookies).toBe('');
  expect(page.url()).toContain('/demo/map');
  expect(foreign.requested.filter((path) => path === '/owned' || path === '/window')).toEqual([]);
  expect(windows).toEqual([]);
  // Whatever it requests, it receives only the location and the public configuration.
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['init', 'visibility']));
  const token = await tokenOf(page, 'grace');
  expect(JSON.stringify(messages)).not.toContain(token.slice(0, 20));
  expect(JSON.stringify(messages)).not.toMatch(/session|credential|token|apiKey/i);

  // The flood of messages had no effect: the application responds, and forged messages were ignored.
  await expect(page.getByText('wants to open evil.example')).toBeVisible();
  await page.getByRole('button', { name: 'Don’t open' }).click();
  await expect(page.getByText('wants to open evil.example')).toHaveCount(0);
  const place = page.getByRole('tabpanel', { name: 'Hostile' }).getByTestId('place');
  await expect(place).toContainText('51.16');
  await clickMap(page, 200, 300);
  await page.getByRole('button', { name: 'Close Hostile' }).click();
  await expect(page.getByRole('tab', { name: 'Hostile' })).toHaveCount(0);
  await expect(drawer(page)).toBeVisible();
  await expect(page.getByRole('tabpanel', { name: 'Street photos' }).getByTestId('place')).toContainText('°');
});

test(
  'a hostile page in its own window can neither close nor navigate its opener',
  { tag: '@long' },
  async ({ page }) => {
    await openMap(page);
    await openIntegration(page, 'Hostile');
    await chooseMiddle(page);
    const opened = page.waitForEvent('popup', (each) => each.url().includes('/pop-out'));
    await page.getByRole('button', { name: 'Open Hostile in its own window' }).click();
    const window = await opened;
    const frame = window.frameLocator('iframe[name="hostile"]');
    await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible();
    const results = await frame.getByRole('heading').evaluate(() =>
      [
        () => top?.close(),
        () => parent.opener.close(),
        () => parent.opener.location.replace('http://localhost:1/owned'),
        () => (parent.location.href = 'http://localhost:1/owned'),
        () => parent.opener.document.title,
      ].map((act) => {
        try {
          return String(act());
        } catch {
          return 'refused';
        }
      }),
    );
    expect(results.slice(2)).toEqual(['refused', 'refused', 'refused']);
    await expect(frame.getByRole('heading', { name: 'Hostile' })).toBeVisible();
    expect(page.isClosed() || window.isClosed()).toBe(false);
    expect(page.url()).toContain('/demo/map');
    expect(window.url()).toContain('/integrations/demo/pop-out');
  },
);

test(
  'a hostile vendor script cannot read the application or other pages',
  { tag: '@long' },
  async ({ page, context, baseURL, faults }) => {
    await setCredentials(page.request, 'cyclo', { username: 'city', password: 'p', apiKey: 'k' });
    await context.route('https://streetsmart.cyclomedia.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: hostileScript }),
    );
    await arriveSignedIn(page, 'grace');
    await openMap(page);
    for (const title of ['Street photos', 'Work', 'Street Smart']) await openIntegration(page, title);
    await chooseMiddle(page);
    const frame = page.frameLocator('iframe[name="cyclo"]');
    const report = frame.getByTestId('hostile-report');
    await expect(report).toBeAttached();
    const { origin, got } = JSON.parse((await report.textContent()) ?? '') as {
      origin: string;
      got: Record<string, string>;
    };
    expect(origin).toBe(pagesUrl(baseURL));
    // The page has a separate origin with its own, empty storage and no cookie.
    expect(got).toEqual({
      'own storage': '[]',
      cookies: '',
      document: 'refused',
      storage: 'refused',
      address: 'refused',
      'page of photos': 'refused',
      'page of work': 'refused',
      'navigation of the application': 'refused',
      'navigation of a sibling': 'refused',
      'the application’s API': 'refused',
      'its own origin’s API': 'refused',
      'another host': 'refused',
    });
    expect(page.url()).toContain('/demo/map');
    // The attack could request only the vendor's host; the policy blocked the rest.
    faults.splice(0);
  },
);

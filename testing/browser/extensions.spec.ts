import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { startForeignPages } from '../fakes/foreign-pages.ts';
import { greedyExtension, lyingPage } from '../fakes/lying-extension.ts';
import { onEachPortal, test } from './each-portal.ts';
import {
  addIntegrations,
  drawer,
  openIntegration,
  openMap,
  removeIntegrations,
  type Wanted,
  withIntegrations,
} from './integration-steps.ts';
import { expectMapDrawn, findItem, panelOf } from './steps.ts';

const example = (name: string) => readFileSync(`examples/extension/${name}`, 'utf8');

const all = { view: true, features: true, graphics: true, move: true, location: true, filter: true };
const one = (id: string, title: string, url: string, config: object = {}) => ({
  id,
  type: 'extension' as const,
  title,
  url,
  display: 'frame' as const,
  config: { ...config },
});
/** The example's page on a host, for an installation of the product. */
const exampleOn = (host: string, origin: string) => `${host}/?mapping=${encodeURIComponent(origin)}`;
const counterOf = (host: string, origin: string): Wanted =>
  one('counter', 'Counter', exampleOn(host, origin), {
    icon: 'pin',
    popup: true,
    layers: ['sights and monuments'],
    may: all,
  });

let host: Awaited<ReturnType<typeof startForeignPages>>;
let liar: Awaited<ReturnType<typeof startForeignPages>>;
withIntegrations(async (baseURL) => {
  const pages: Record<string, string | { type: string; body: string }> = {
    '/': example('index.html'),
    '/extension.js': { type: 'text/javascript', body: example('extension.js') },
    '/greedy': greedyExtension,
    '/reporter': reporterPage,
    '/later': versionPage(2),
    '/plain': '<!doctype html><title>Plain</title>',
  };
  host = await startForeignPages(pages);
  liar = await startForeignPages({ '/': lyingPage(host.url) });
  pages['/lies'] = `<!doctype html><meta http-equiv="refresh" content="0;url=${liar.url}/">`;
  return [
    counterOf(host.url, baseURL),
    one('viewer-only', 'View only', exampleOn(host.url, baseURL), {
      place: 'tool',
      icon: 'list',
      may: { view: true },
    }),
    one('reporter', 'Report it', `${host.url}/reporter`, {
      place: 'popup',
      icon: 'wrench',
      may: { features: true, graphics: true },
    }),
    one('greedy', 'Greedy', `${host.url}/greedy`, { may: { graphics: true } }),
    one('lies', 'Liar', `${host.url}/lies`, { may: all }),
    one('later', 'Later', `${host.url}/later`),
    one('silent', 'Silent', `${host.url}/plain`),
    // Makes the liar's host one that the application frames; its frame shows nothing.
    one('elsewhere', 'Elsewhere', `${liar.url}/unused`),
  ];
});
test.afterAll(async () => {
  await host.close();
  await liar.close();
});

const counter = (page: Page) => page.frameLocator('iframe[name="counter"]');
const mapOf = (page: Page) => page.locator('[role="application"]').first();

async function openSights(page: Page, tool = 'layers'): Promise<void> {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}#tool=${tool}`);
  await expectMapDrawn(page);
}

onEachPortal((portal, { long }) => {
  // The demo has it already.
  if (portal !== 'embedded portal') {
    const added = (origin: string) => [counterOf(host.url, origin)];
    test.beforeAll(async ({ site }) => addIntegrations(await site.administration(), added(site.origin)));
    test.afterAll(async ({ site }) => removeIntegrations(await site.administration(), added(site.origin)));
  }

  test(
    'an extension counts what is in view, marks a place and is opened from a popup',
    long,
    async ({ page, site }) => {
      await site.openMap(page, 'Sights and monuments', '#tool=in-view');
      // From the popup of a feature, whose attributes it shows.
      const rows = page.getByRole('region', { name: 'In view', exact: true }).getByRole('listitem');
      await rows.first().getByRole('button').press('Enter');
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      await popup.getByRole('button', { name: 'Counter', exact: true }).press('Enter');
      await expect(drawer(page).getByRole('tab', { name: 'Counter' })).toBeVisible();
      await expect(counter(page).locator('#feature')).toContainText('"name"');

      // It reads what is in view.
      await expect(counter(page).getByText(/^Sights and monuments: \d+$/)).toBeVisible();

      // It asks for a place, which the user declines, then chooses.
      await popup.evaluate((element) => Object.assign(element, { open: false }));
      await counter(page).getByRole('button', { name: 'Mark a place' }).click();
      const asked = page.getByText('Counter asks for a place');
      await expect(asked).toBeVisible();
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(counter(page).locator('#status')).toHaveText('The user chose no place.');
      await counter(page).getByRole('button', { name: 'Mark a place' }).click();
      await expect(asked).toBeVisible();
      await mapOf(page).click({ position: { x: 300, y: 330 } });
      await expect(counter(page).locator('#status')).toHaveText(/^Marked 5\d\.\d+, 7\d\.\d+$/);
      await expect(asked).toHaveCount(0);
      // Its mark is on the map, where a click reaches it, and not in the list of layers.
      await mapOf(page).click({ position: { x: 300, y: 330 } });
      await expect(counter(page).locator('#status')).toHaveText('Mark 1');
      await expect(popup).toHaveJSProperty('open', false);
    },
  );
});

test(
  'an extension that is only a button in popups acts on the feature, and is closed',
  { tag: '@long' },
  async ({ page }) => {
    await openSights(page, 'in-view');
    const rows = page.getByRole('region', { name: 'In view', exact: true }).getByRole('listitem');
    await rows.first().getByRole('button').press('Enter');
    const popup = page.locator('arcgis-popup');
    await expect(popup).toHaveJSProperty('open', true);
    await popup.getByRole('button', { name: 'Report it', exact: true }).press('Enter');
    const notice = page.getByRole('region', { name: 'Report it', exact: true });
    await expect(notice.getByRole('status')).toHaveText(/^Reported: .*name/);
    await expect(page.locator('iframe[name="reporter"]')).toBeHidden();
    await notice.getByRole('button', { name: 'Close Report it' }).click();
    await expect(page.locator('iframe[name="reporter"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Integrations', exact: true }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Counter', exact: true })).toBeVisible();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Report it' })).toHaveCount(0);
  },
);

test('a tool in the sidebar is refused what is not granted', { tag: '@long' }, async ({ page }) => {
  await openMap(page);
  await page
    .getByRole('navigation', { name: 'Map tools' })
    .getByRole('button', { name: 'View only' })
    .click();
  const panel = panelOf(page, 'View only');
  const frame = panel.frameLocator('iframe');
  await expect(frame.locator('#status')).toHaveText('Connected.');
  await frame.getByRole('button', { name: 'Mark a place' }).click();
  await expect(frame.locator('#status')).toHaveText(/has not granted the permission “location”/);
  await page.getByRole('button', { name: 'Integrations', exact: true }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Counter', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox', { name: 'View only' })).toHaveCount(0);
});

test('an extension that lies about its origin is stopped, named, and learns nothing', async ({ page }) => {
  await openMap(page);
  const before = page.url();
  await openIntegration(page, 'Liar');
  const alert = drawer(page).getByRole('alert');
  await expect(alert).toContainText('Liar was stopped');
  await expect(alert).toContainText(new URL(liar.url).host);
  await expect(alert).toContainText(new URL(host.url).host);
  await expect(page.locator('iframe[name="lies"]')).toHaveCount(0);
  expect(liar.requested).toContain('/');
  expect(liar.reports).toEqual([]);
  expect(page.url()).toBe(before);
  // Nothing is lost: the map works, and the extension can be tried again.
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('Liar was stopped');
});

test(
  'an extension that requests everything gets what is granted, and a reason for the rest',
  { tag: '@long' },
  async ({ page }) => {
    await openMap(page);
    const before = page.url();
    await openIntegration(page, 'Greedy');
    await expect.poll(() => host.reports.length).toBe(1);
    const { answers } = host.reports[0] as {
      answers: { type: string; id?: number; reason?: string; message?: string }[];
    };
    const reasons = (id: number) => answers.filter((each) => each.id === id).map(({ reason }) => reason);
    expect([1, 2, 3, 4].map(reasons)).toEqual(Array.from({ length: 4 }, () => ['not-permitted']));
    expect([5, 6].map(reasons)).toEqual([['invalid'], ['invalid']]);
    expect(answers.filter(({ reason }) => reason === 'busy').length).toBeLessThan(5);
    expect(answers.length).toBeLessThan(200);
    expect(JSON.stringify(answers)).not.toMatch(/token|ada|grace|username/i);
    expect(page.url()).toBe(before);
    await expect(page.getByText('asks for a place')).toHaveCount(0);
  },
);

test(
  'an extension of another version, or that says nothing, is explained',
  { tag: '@long' },
  async ({ page }) => {
    await openMap(page);
    await openIntegration(page, 'Later');
    await expect(drawer(page).getByRole('alert')).toContainText('It uses version 2 of the messages');
    await openIntegration(page, 'Silent');
    await expect(
      drawer(page).getByRole('alert').filter({ hasText: 'Silent does not respond' }),
    ).toBeVisible();
  },
);

// The last one: drawing in 3D holds up the test after it, in software graphics.
test('an extension asks for a place and marks it in 3D', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 1280, height: 600 });
  const wid = await findItem(page, 'Sights and monuments');
  await page.goto(`/demo/map/wid/${wid}?view=scene#at=51.128,71.43,15,0`);
  const scene = page.getByRole('application', { name: 'Map in 3D' });
  await expect(page.getByRole('status', { name: 'Loading 3D…' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('status', { name: 'Loading 3D…' })).toBeHidden({ timeout: 240_000 });
  await openIntegration(page, 'Counter');
  await expect(counter(page).getByText(/^Sights and monuments: \d+$/)).toBeVisible();
  await counter(page).getByRole('button', { name: 'Mark a place' }).click();
  await expect(page.getByText('Counter asks for a place')).toBeVisible();
  await scene.click({ position: { x: 250, y: 330 } });
  await expect(counter(page).locator('#status')).toHaveText(/^Marked 5\d\.\d+, 7\d\.\d+$/);
  // Its mark is in the scene, where a click reaches it.
  await expect(async () => {
    await scene.click({ position: { x: 250, y: 330 } });
    await expect(counter(page).locator('#status')).toHaveText('Mark 1', { timeout: 5000 });
  }).toPass({ timeout: 120_000 });
});

/** An extension without anything to see: it reports the feature of the popup, and marks it. */
const reporterPage = `<!doctype html><title>Reporter</title><script type="module">
addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent || data?.type !== 'welcome') return;
  const [port] = ports;
  port.onmessage = ({ data: message }) => {
    if (message.type !== 'feature') return;
    port.postMessage({ type: 'notify', id: 1, text: 'Reported: ' + Object.keys(message.feature.attributes) });
    port.postMessage({
      type: 'draw',
      id: 2,
      features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [71.43, 51.128] }, properties: {} }],
    });
  };
});
parent.postMessage({ mapping: 'extension', type: 'hello', version: 1 }, '*');
</script>`;

function versionPage(version: number): string {
  return `<!doctype html><title>Later</title><script type="module">
parent.postMessage({ mapping: 'extension', type: 'hello', version: ${version} }, '*');
</script>`;
}

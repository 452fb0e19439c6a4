import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { PNG } from 'pngjs';
import jsqr from 'jsqr';
import { onEachPortal, test } from './each-portal.ts';
import { findItem, panelOf, tokenOf } from './steps.ts';

test.use({ quiet: true });

/** The package is a CommonJS module: its function may be the module or its default export. */
type ReadQr = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
const readQr = ((jsqr as { default?: unknown }).default ?? jsqr) as ReadQr;

const rest = '/portal/sharing/rest';

/** Creates a map of grace's with a public layer, one of a private item, and one whose URL contains a token. */
async function mixedMap(page: Page): Promise<string> {
  const token = await tokenOf(page, 'grace');
  const from = await findItem(page, 'Public transport stops', token);
  const document = (await (await page.request.get(`${rest}/content/items/${from}/data`)).json()) as {
    operationalLayers: { id: string; title: string; url?: string; itemId?: string }[];
  };
  const add = async (form: Record<string, string>) => {
    const answer = await page.request.post(`${rest}/content/users/grace/addItem`, {
      form: { f: 'json', token, ...form },
    });
    return ((await answer.json()) as { id: string }).id;
  };
  const places = { type: 'FeatureCollection', features: [] };
  const secret = await add({ type: 'GeoJson', title: 'Mine alone', text: JSON.stringify(places) });
  const root = new URL((await page.request.get('/health')).url()).origin;
  document.operationalLayers.push(
    {
      id: 'private',
      title: 'Mine alone',
      itemId: secret,
      url: `${root}${rest}/content/items/${secret}/data`,
    },
    {
      id: 'token',
      title: 'With a token',
      url: `${root}/server/rest/services/gone/FeatureServer/0?token=SECRET123`,
    },
  );
  return add({ type: 'Web Map', title: 'Shared by link', text: JSON.stringify(document) });
}

/** Opens the share panel of a map as grace and creates a link. */
async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/\/map\/sid\/[1-9A-HJ-NP-Za-km-z]{16}$/);
  return link.inputValue();
}

test.describe('layers that cannot be loaded', () => {
  // The console says so.
  test.use({ quiet: false });

  test('a shared map lists what receivers miss, removes tokens and opens for everyone', async ({
    page,
    browser,
  }) => {
    await arriveSignedIn(page, 'grace');
    await page.goto(`/demo/map/wid/${await mixedMap(page)}#at=51.13,71.42,13.5,0`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const mine = page.getByRole('listitem').filter({ hasText: 'Mine alone' });
    await expect(mine).toContainText('Only for people who can sign in to it.');
    const withToken = page.getByRole('listitem').filter({ hasText: 'With a token' });
    await expect(withToken).toContainText('contains a token or password');
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText('1 token or password was removed')).toBeVisible();
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();

    const sid = link.split('/').at(-1) ?? '';
    const visitor = await (await browser.newContext()).newPage();
    const kept = await visitor.request.get(`${new URL(link).origin}/api/demo/shared-maps/${sid}`);
    expect(await kept.text()).not.toContain('SECRET123');
    await visitor.goto(link);
    await expect(visitor.getByRole('banner')).toContainText('Shared by link');
    await expect(visitor).toHaveURL(/#at=51.13\d*,71.42\d*,13.5/);
    await visitor.context().close();
  });
});

/** A page on an origin of its own that embeds a map, sends it commands and lists its responses. */
async function startHost(link: string) {
  const origin = new URL(link).origin;
  const script = `
    const map = document.querySelector('iframe').contentWindow;
    window.send = (command) => map.postMessage({ mapping: 1, ...command }, '${origin}');
    window.addEventListener('message', ({ data, origin, source }) => {
      if (source !== map || data.mapping !== 1) return;
      document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: JSON.stringify(data) }));
    });`;
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Site</title><iframe src="${link}?embed&legend" style="border:0;width:100%;aspect-ratio:4/3"></iframe><ul></ul><script>${script}</script>`,
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

onEachPortal((_portal, { long }) => {
  test(
    'the thumbnail links to the map, the embed code shows only the map, and only that page may be framed',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await site.openMap(page, 'Public transport stops');
      const link = await share(page);

      const shot = PNG.sync.read(await page.getByRole('img', { name: 'QR code of the link' }).screenshot());
      expect(readQr(new Uint8ClampedArray(shot.data), shot.width, shot.height)?.data).toBe(link);

      const code = await page.getByRole('textbox', { name: 'Embed in a page' }).inputValue();
      const elsewhere = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end(`<h1>Elsewhere</h1>${code}`);
      });
      await new Promise<void>((resolve) => {
        elsewhere.listen(0, '127.0.0.1', resolve);
      });
      await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('application')).toBeVisible();
      await expect(frame.getByText('© OpenStreetMap contributors', { exact: false })).toBeVisible();
      await expect(frame.getByRole('banner')).toHaveCount(0);
      await expect(frame.getByRole('navigation', { name: 'Map tools' })).toHaveCount(0);
      elsewhere.closeAllConnections();
      elsewhere.close();

      const framing = async (path: string) =>
        /frame-ancestors ([^;]*)/.exec(
          (await page.request.get(path)).headers()['content-security-policy'] ?? '',
        )?.[1];
      expect(await framing(`${link}?embed`)).toBe('*');
      expect(await framing(link)).toBe("'self'");
      expect(await framing(new URL(`/${site.org}/administration?embed`, link).href)).toBe("'self'");
    },
  );

  test(
    'a page of a site that the organisation lists moves, filters and selects in a map',
    long,
    async ({ page, site }) => {
      await site.arrive(page, 'member');
      await site.openMap(page, 'Sights and monuments');
      const link = await share(page);
      const host = await startHost(link);
      await page.route(`**/api/${site.org}/config`, async (route) => {
        const response = await route.fetch();
        const config = (await response.json()) as { sharing: object };
        await route.fulfill({
          response,
          json: { ...config, sharing: { ...config.sharing, sites: [host.origin] } },
        });
      });
      await page.goto(host.origin);
      const answers = page.getByRole('listitem');
      const send = (command: object) =>
        page.evaluate(
          (sent) => (globalThis as unknown as { send: (sent: object) => void }).send(sent),
          command,
        );
      await expect(answers.filter({ hasText: '"type":"ready"' })).toHaveText(
        /"layers":\[\{"id":"sights","title":"Sights/,
      );
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('region', { name: 'Legend' })).toBeVisible();

      await send({ type: 'filter', id: 1, layer: 'sights', where: "kind = 'Museum'" });
      await expect(answers.filter({ hasText: '"id":1' })).toHaveText(/"type":"done","id":1,"count":\d+/);
      await send({ type: 'select', id: 2, layer: 'sights', where: "kind = 'Museum'" });
      await expect(answers.filter({ hasText: '"id":2' })).toHaveText(/"count":[1-9]/);
      await send({ type: 'goTo', id: 3, lat: 51.16, lng: 71.47, zoom: 15 });
      await expect(answers.filter({ hasText: '"id":3' })).toHaveText(/"done"/);
      await expect(answers.filter({ hasText: '"type":"view"' }).last()).toHaveText(
        /"lat":51\.1[56]\d*,"lng":71\.4[67]\d*,"zoom":15/,
      );
      await send({ type: 'filter', id: 4, layer: 'sights', where: 'nothing here' });
      await expect(answers.filter({ hasText: '"id":4' })).toHaveText(/"reason":"bad-condition"/);
      host.stop();
    },
  );

  test('a link shows the selection, the analysis and the charts of the map', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await site.openMap(page, 'Buildings by number of storeys', '#tool=select');
    const tools = page.getByRole('navigation', { name: 'Map tools' });
    const select = panelOf(page, 'Select');
    await select.getByRole('button', { name: 'By a condition' }).click();
    await select.getByLabel('Condition (SQL)').fill('levels >= 20');
    await select.getByRole('button', { name: 'Select', exact: true }).click();
    await select.getByRole('button', { name: /^Actions on/ }).click();
    await page.getByRole('menuitem', { name: 'New layer from selection' }).click();
    await tools.getByRole('button', { name: 'Analysis' }).click();
    const analysis = panelOf(page, 'Analysis');
    await analysis.getByRole('combobox', { name: 'Tool' }).click();
    await page.getByRole('option', { name: 'Centroids' }).click();
    await analysis.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(analysis.getByText(/^Added a layer with/)).toBeVisible();
    await tools.getByRole('button', { name: 'Charts' }).click();
    const charts = panelOf(page, 'Charts');
    await charts.getByRole('button', { name: 'Save chart with the map' }).click();
    await expect(charts.getByRole('region', { name: 'Saved charts' })).toBeVisible();
    const link = await share(page);

    const visitor = await site.openPage();
    await visitor.goto(`${link}?view=dashboard#tool=layers`);
    const layers = panelOf(visitor, 'Layers');
    await expect(layers.getByText(/^Buildings.*\(selection\)$/)).toBeVisible();
    await expect(layers.getByText(/^Centroids/)).toBeVisible();
    const dashboard = visitor.getByRole('region', { name: 'Dashboard' });
    await dashboard.getByRole('button', { name: 'Values' }).click();
    await expect(dashboard.getByRole('list', { name: 'Values' }).getByRole('button').first()).toHaveText(
      /\d/,
    );
    await visitor.context().close();
  });

  test('a link can be restricted to members, renamed and ended', long, async ({ page, site }) => {
    await site.arrive(page, 'member');
    await site.openMap(page, 'Public transport stops');
    const link = await share(page);
    const visitor = await site.openPage();
    const row = page.getByRole('listitem').filter({ has: page.locator(`a[href="${link}"]`) });
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Restrict to members');
    await expect(row).toContainText('Signed-in members only');
    await visitor.goto(link);
    await expect(visitor.getByText('This map is private')).toBeVisible();

    await act('Rename');
    await page.getByRole('dialog').getByLabel('Title of the shared map').fill('Another name');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(row).toContainText('Another name');

    await act('Stop sharing');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await expect(page.getByText('No longer shared').first()).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('Map not found')).toBeVisible();
    await visitor.context().close();
  });
});

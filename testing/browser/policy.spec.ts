import { expect, type Page, test as plain } from '@playwright/test';
import { startOtherHost } from '../fakes/other-host.ts';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, findItem, test, tokenOf } from './steps.ts';

const spatialReference = { wkid: 102100 };
const around = { xmin: 7_940_000, ymin: 6_640_000, xmax: 7_960_000, ymax: 6_660_000 };

/** A web map of grace's with one layer on another server; returns its id. */
async function saveMap(page: Page, origin: string): Promise<string> {
  const token = await tokenOf(page, 'grace');
  const layer = { id: 'wells', title: 'Wells', layerType: 'GeoJSON', url: `${origin}/wells.geojson` };
  const text = JSON.stringify({
    operationalLayers: [{ ...layer, visibility: true, opacity: 1 }],
    baseMap: { title: 'None', baseMapLayers: [] },
    spatialReference,
    initialState: { viewpoint: { targetGeometry: { ...around, spatialReference } } },
    version: '2.34',
  });
  const answer = await page.request.post('/portal/sharing/rest/content/users/grace/addItem', {
    form: { f: 'json', token, type: 'Web Map', title: `Wells ${Date.now()}`, text },
  });
  const { id } = (await answer.json()) as { id: string };
  expect(id).toBeTruthy();
  return id;
}

test('a map with a layer of another server opens from within the page, and the server stays allowed', async ({
  page,
}) => {
  const other = await startOtherHost();
  const id = await saveMap(page, other.origin);
  await arriveSignedIn(page, 'grace');
  await page.goto(`/demo/map/wid/${id}`);
  await expectMapDrawn(page);
  await expect.poll(() => other.requested).toContain('/wells.geojson');
  await expect(page.getByRole('button', { name: 'Wells', exact: true })).toBeVisible();
  const headers = (await page.reload())?.headers() ?? {};
  expect(headers['content-security-policy']).toContain(`connect-src 'self' data: blob: ${other.origin};`);
  await other.close();
});

test(
  'a layer of another server is added by its URL without losing changes to the map',
  { tag: '@long' },
  async ({ page }) => {
    const other = await startOtherHost();
    const id = await findItem(page, 'Sights and monuments');
    await page.goto(`/demo/map/wid/${id}#tool=layers`);
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Add layers', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Add layers' });
    await panel.getByRole('tab', { name: 'Address' }).click();
    const address = panel.getByRole('textbox', { name: 'Address of a service or file' });
    await address.fill(`${page.url().split('/demo')[0]}/server/rest/services/Astana_bridges/FeatureServer/0`);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Bridges is on the map')).toBeVisible();
    await address.fill(`${other.origin}/wells.geojson`);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel.getByRole('alert').filter({ hasText: 'doesn’t load from localhost' })).toBeVisible();
    expect(other.requested).toEqual([]);
    await panel.getByRole('button', { name: 'Allow and reload' }).click();
    await expect(address).toHaveValue(`${other.origin}/wells.geojson`);
    // The earlier work is restored.
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await expect(page.getByRole('button', { name: /^(Astana )?bridges$/i })).toBeVisible();
    await page.getByRole('button', { name: 'Add layers', exact: true }).click();
    await panel.getByRole('tab', { name: 'Address' }).click();
    await address.fill(`${other.origin}/wells.geojson`);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('wells is on the map')).toBeVisible();
    expect(other.requested).toContain('/wells.geojson');
    await other.close();
  },
);

// Without the check for violations, which this test causes.
plain(
  'a server that nothing names is not reached; the page explains why and can open it',
  async ({ page }) => {
    const other = await startOtherHost();
    await page.goto('/demo/gallery');
    // The application reports what the policy refuses once it runs.
    await expect(page.getByRole('heading', { name: 'Map gallery' })).toBeVisible();
    const load = (way: string) =>
      page.evaluate(
        async ([how, address]) => {
          if (how === 'fetch')
            return fetch(address ?? '').then(
              () => 'came',
              () => 'refused',
            );
          const picture = new Image();
          const over = new Promise<string>((resolve) => {
            picture.addEventListener('load', () => resolve('came'));
            picture.addEventListener('error', () => resolve('refused'));
          });
          picture.src = address ?? '';
          return over;
        },
        [way, `${other.origin}/secret`] as const,
      );
    expect(await load('fetch')).toBe('refused');
    expect(await load('picture')).toBe('refused');
    expect(other.requested).toEqual([]);
    await page.getByRole('button', { name: 'Allow and reload' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect.poll(() => load('fetch').catch(() => 'loading')).toBe('came');
    await other.close();
  },
);

plain('text becomes neither HTML that runs, nor a script, nor code', async ({ page }) => {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Sights and monuments')}`);
  await expectMapDrawn(page);
  const tried = await page.evaluate(async () => {
    const attempt = (what: () => unknown) => {
      try {
        return String(what());
      } catch (error) {
        return (error as Error).name;
      }
    };
    const box = document.createElement('div');
    return {
      html: attempt(() => {
        box.innerHTML = '<img src="x" onerror="window.broken = true">text';
        return box.innerHTML;
      }),
      // oxlint-disable-next-line no-eval -- it must fail
      // Delayed, because code that a debugger evaluates is exempt from the policy.
      code: await new Promise((resolve) => {
        setTimeout(() =>
          resolve(attempt(() => Reflect.apply(Reflect.get(window, 'eval'), window, ['1 + 1']))),
        );
      }),
      // oxlint-disable-next-line typescript/no-implied-eval -- it must fail
      later: attempt(() => setTimeout('window.broken = true')),
      worker: attempt(() => new Worker('data:text/javascript,1')),
      script: attempt(() => {
        const script = document.createElement('script');
        script.src = 'https://elsewhere.example/x.js';
        return script.src;
      }),
      policy: attempt(() =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('mine', {}),
      ),
    };
  });
  expect(tried).toEqual({
    html: '<img src="x">text',
    code: 'EvalError',
    later: 'TypeError',
    worker: 'TypeError',
    script: 'TypeError',
    policy: 'TypeError',
  });
});

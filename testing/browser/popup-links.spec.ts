import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { expectMapDrawn, test, tokenOf } from './steps.ts';

const spatialReference = { wkid: 4326 };
const script = 'javascript:window.broken=true';
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** A layer whose popup has scripts wherever an author or an editor of features can write something. */
const layer = {
  layerDefinition: {
    name: 'Wells',
    geometryType: 'esriGeometryPoint',
    objectIdField: 'OBJECTID',
    spatialReference,
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
      { name: 'site', type: 'esriFieldTypeString', alias: 'Site', length: 200 },
    ],
    drawingInfo: {
      renderer: { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSCircle', size: 12 } },
    },
  },
  featureSet: {
    geometryType: 'esriGeometryPoint',
    features: [
      { geometry: { x: 71.42, y: 51.13, spatialReference }, attributes: { OBJECTID: 1, site: script } },
    ],
  },
  popupInfo: {
    title: 'Well <img src=x onerror="window.broken=true">',
    description: `<p>Described</p><a href="{site}">From a field</a> <a href="${script}">Script</a>
      <a href="data:text/html,x">Data</a> <a href="vbscript:x">Old script</a> <a href="https://town.example/">Town</a>
      <img src=x onerror="window.broken=true"><script>window.broken=true</script>`,
    fieldInfos: [{ fieldName: 'site', label: 'Site', visible: true }],
    mediaInfos: [
      { type: 'image', title: 'Linked', value: { sourceURL: picture, linkURL: script } },
      { type: 'image', title: 'Linked by a field', value: { sourceURL: '/favicon.ico', linkURL: '{site}' } },
    ],
  },
};
const webMap = {
  version: '2.34',
  authoringApp: 'ArcGISMapViewer',
  operationalLayers: [
    { id: 'wells', title: 'Wells', visibility: true, opacity: 1, featureCollection: { layers: [layer] } },
  ],
  baseMap: { title: 'None', baseMapLayers: [] },
  spatialReference: { wkid: 102100 },
  initialState: {
    viewpoint: {
      targetGeometry: {
        xmin: 7_949_000,
        ymin: 6_642_000,
        xmax: 7_953_000,
        ymax: 6_645_000,
        spatialReference: { wkid: 102100 },
      },
    },
  },
};

test('a popup follows web links, and none that would run a script', { tag: '@long' }, async ({ page }) => {
  await arriveSignedIn(page, 'ada');
  const text = JSON.stringify(webMap);
  const added = await page.request.post('/portal/demo/sharing/rest/content/users/ada/addItem', {
    form: { f: 'json', token: await tokenOf(page, 'ada'), title: 'Hostile popup', type: 'Web Map', text },
  });
  const { id } = (await added.json()) as { id: string };
  await page.goto(`/demo/map/wid/${id}#tool=in-view`);
  await expectMapDrawn(page);
  const panel = page.getByRole('region', { name: 'In view', exact: true });
  await panel.getByRole('listitem').first().getByRole('button').press('Enter');
  const popup = page.locator('arcgis-popup');
  await expect(popup).toHaveJSProperty('open', true);
  await expect(popup.getByText('Described')).toBeVisible();
  await expect(popup.getByRole('link', { name: 'Town' })).toBeVisible();
  const { addresses, reached } = await popup.evaluate((element, target) => {
    // The SDK may remove the scripts above itself: this one is left to the guard of the map.
    const left = document.createElement('a');
    left.setAttribute('href', target);
    element.append(left);
    const below = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((each) => [
        each,
        ...(each.shadowRoot ? below(each.shadowRoot) : []),
      ]);
    const links = [...below(element), ...(element.shadowRoot ? below(element.shadowRoot) : [])].filter(
      (each) => each.localName === 'a',
    );
    const reached: string[] = [];
    // What no guard has stopped: nothing is opened.
    document.addEventListener('click', (event) => {
      event.preventDefault();
      const link = event.composedPath().find((each) => each instanceof Element && each.localName === 'a');
      reached.push((link as Element).getAttribute('href') ?? '');
    });
    for (const link of links) (link as HTMLElement).click();
    return { addresses: links.map((link) => link.getAttribute('href')), reached };
  }, script);
  expect(addresses).toContain(script);
  expect(reached).toContain('https://town.example/');
  expect(reached.filter((address) => !address.startsWith('https://'))).toEqual([]);
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
});

import { expect, type Page, test } from '@playwright/test';
import { basemapCredits, creditsElsewhere, imageryCredits } from '../fakes/arcgis/credits.ts';
import { basemapKey } from '../fakes/arcgis/services.ts';
import { portalWebMap } from './portal-web-map.ts';
import { people, signInAt, type StandInSite, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

let site: StandInSite;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ launchOptions }) => {
  site = await startPortalSite('ArcGIS Online', launchOptions);
});
test.afterAll(async () => {
  await site.stop();
});

/** Asserts that the map credits the sources of its basemap, and no others. */
async function expectCredits(page: Page, credits: string): Promise<void> {
  await expect(page.getByText(credits, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Powered by Esri' })).toBeVisible();
  for (const other of [basemapCredits, imageryCredits, creditsElsewhere])
    if (other !== credits) await expect(page.getByText(other)).toHaveCount(0);
}

test(
  'an account of another organisation opens a link for everyone, and can create none',
  { tag: '@long' },
  async () => {
    const page = await site.openPage();
    await page.goto('/harbour/gallery');
    await signInAt(page, people.member);
    await page.getByRole('link', { name: /Moorings for members/ }).click();
    await expectMapDrawn(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    await expect(link).toHaveValue(/\/map\/sid\//);
    const address = await link.inputValue();
    await page.context().close();

    // The link opens for everyone; the layer only for accounts of its organisation.
    const outsider = await site.openPage();
    await outsider.goto(address);
    await signInAt(outsider, people.outsider);
    await expect(outsider.getByText('You don’t have permission for this.')).toBeVisible();
    await outsider.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(outsider.getByText('Only members of Harbour City share maps here')).toBeVisible();
    await expect(outsider.getByRole('button', { name: 'Create link' })).toHaveCount(0);
    await outsider.context().close();
  },
);

test(
  'an administrator sees settings and members; embedded-only functions are left out',
  { tag: '@long' },
  async () => {
    const page = await site.openPage();
    await page.goto('/harbour/administration?page=portal');
    await signInAt(page, people.administrator);
    await expect(page.getByRole('textbox', { name: 'Organisation ID' })).toHaveValue('harbourOrg000001');
    await expect(page.getByText('Old applications')).toHaveCount(0);
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: /piet/ }).click();
    await expect(page.getByText('This portal resets passwords on its own pages.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reset password' })).toHaveCount(0);
    await page.context().close();
  },
);

test(
  'an administrator checks the portal before saving anything, and follows a cure',
  { tag: '@long' },
  async () => {
    const page = await site.openPage();
    await page.goto('/harbour/administration?page=portal');
    await signInAt(page, people.administrator);
    const step = (name: string) => page.getByRole('region', { name });
    const check = page.getByRole('button', { name: 'Check', exact: true }).first();
    await check.click();
    await expect(
      step('Choose the portal').getByText('This browser can read www.arcgis.com too'),
    ).toBeVisible();
    await expect(step('Register the application').getByText(/Redirect address accepted/)).toBeVisible();
    await expect(
      step('Choose the administrators').getByText('nora is in the administrators group'),
    ).toBeVisible();

    await page
      .getByRole('textbox', { name: 'Portal address' })
      .fill('https://harbour.maps.arcgis.com/home/index.html');
    await page.getByRole('textbox', { name: 'App ID' }).fill('wrong');
    await check.click();
    await page.getByRole('button', { name: 'Use https://harbour.maps.arcgis.com' }).click();
    await expect(page.getByText('The portal knows no application “wrong”.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').getByText(/The portal knows no application “wrong”/)).toBeVisible();
    await page.context().close();
  },
);

test('symbols of a web style are offered, drawn and saved', { tag: '@long' }, async () => {
  const { content } = site.standIn;
  const orgId = 'esri000000000001';
  content.addOrganisation({ id: orgId, urlKey: 'esri', name: 'Esri' });
  content.addPerson({ username: 'esri_en', fullName: 'Esri', orgId });
  const group = content.addGroup({ title: 'Esri 2D Styles', owner: 'esri_en', orgId, access: 'public' });
  const square = [
    [0, 0],
    [0, 9],
    [9, 9],
    [9, 0],
    [0, 0],
  ];
  const fill = { type: 'CIMSolidFill', enable: true, color: [200, 0, 90, 255] };
  const graphic = {
    type: 'CIMMarkerGraphic',
    geometry: { rings: [square] },
    symbol: { type: 'CIMPolygonSymbol', symbolLayers: [fill] },
  };
  const marker = {
    type: 'CIMVectorMarker',
    enable: true,
    size: 16,
    frame: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 },
    markerGraphics: [graphic],
  };
  const symbol = { type: 'CIMPointSymbol', symbolLayers: [marker] };
  content.addItem({
    owner: 'esri_en',
    title: 'Signs',
    type: 'Style',
    access: 'public',
    groups: [group.id],
    document: {
      items: [{ name: 'Box', title: 'A box', itemType: 'pointSymbol', cimRef: './resources/box.json' }],
    },
    resources: new Map([
      ['box.json', { type: 'application/json', bytes: Buffer.from(JSON.stringify(symbol)) }],
    ]),
  });
  const page = await site.openPage();
  await page.goto('/harbour/gallery');
  await signInAt(page, people.member);
  await page.getByRole('link', { name: /Quays of the harbour/ }).click();
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'More actions for Quays' }).click();
  await page.getByRole('menuitem', { name: 'Style…' }).click();
  await page.getByRole('button', { name: /^Symbol: / }).click();
  const signs = page.getByRole('region', { name: 'Symbols of the portal' });
  await signs.getByRole('button', { name: 'A box' }).click();
  await page.getByRole('slider', { name: 'Rotation (°)' }).press('ArrowRight');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  const saved = JSON.stringify(await site.documentOf('Quays of the harbour'));
  expect(saved).toContain('CIMPointSymbol');
  await page.context().close();
});

test('a new map shows the credits of the default basemap', { tag: '@long' }, async () => {
  const page = await site.openPage();
  await page.goto('/harbour/map');
  await signInAt(page, people.member);
  await expectMapDrawn(page);
  await expectCredits(page, basemapCredits);
  await page.context().close();
});

test('the basemap chooser shows the organisation’s gallery group', { tag: '@long' }, async () => {
  const organisation = site.standIn.content.organisations.get('harbourOrg000001')!;
  const usual = organisation.basemapGroupQuery;
  organisation.basemapGroupQuery = 'title:"Harbour basemaps" AND owner:nora';
  const group = site.standIn.content.addGroup({
    title: 'Harbour basemaps',
    owner: people.administrator.username,
    orgId: organisation.id,
    access: 'org',
  });
  const { baseMap, version } = await site.documentOf('Quays of the harbour');
  site.standIn.content.addItem({
    owner: people.administrator.username,
    title: 'Plan of the harbour',
    type: 'Web Map',
    access: 'org',
    groups: [group.id],
    document: { version, baseMap: { ...baseMap, title: 'Plan of the harbour' } },
  });
  const picture = {
    id: 'picture',
    layerType: 'ArcGISTiledMapServiceLayer',
    url: 'https://services.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer',
  };
  site.standIn.content.addItem({
    owner: people.administrator.username,
    title: 'Harbour from the air',
    type: 'Web Map',
    access: 'org',
    groups: [group.id],
    document: { version, baseMap: { title: 'Harbour from the air', baseMapLayers: [picture] } },
  });
  const page = await site.openPage();
  await page.goto('/harbour/gallery');
  await signInAt(page, people.member);
  await page.getByRole('link', { name: /Quays of the harbour/ }).click();
  await expectMapDrawn(page);
  await page.getByRole('button', { name: 'Basemap', exact: true }).click();
  const chooser = page.getByRole('region', { name: 'Basemap' });
  await chooser.getByText('Plan of the harbour').click();
  await expect(page.getByRole('button', { name: /^Undo: .*basemap/i })).toBeVisible();
  await expect(chooser.getByText('World Street Map')).toHaveCount(0);
  await expectCredits(page, basemapCredits);
  await chooser.getByText('Harbour from the air').click();
  await expectCredits(page, imageryCredits);
  organisation.basemapGroupQuery = usual;
  await page.context().close();
});

test('edit buttons follow the privileges of the member', { tag: '@long' }, async () => {
  const { content, hosted } = site.standIn;
  const orgId = 'harbourOrg000001';
  const capabilities = 'Create,Query,Editing';
  const url = `https://services.arcgis.com/${orgId}/arcgis/rest/services/Trees/FeatureServer/0`;
  const owner = people.administrator.username;
  const service = { owner, title: 'Trees', type: 'Feature Service', url: url.replace(/\/0$/, '') };
  const { id: itemId } = content.addItem({ ...service, access: 'org' });
  hosted.push({
    orgId,
    name: 'Trees',
    isPublic: false,
    capabilities,
    serviceItemId: itemId,
    points: [[4.48, 51.92181, 'Tree 1']],
  });
  const document = portalWebMap('Trees', url, '');
  // Its author made the layer editable.
  const layers = document.operationalLayers.map((layer) => ({
    ...layer,
    itemId,
    layerDefinition: { capabilities },
  }));
  const { id } = content.addItem({
    owner,
    title: 'Trees to edit',
    type: 'Web Map',
    access: 'org',
    document: { ...document, operationalLayers: layers, baseMap: { title: 'None', baseMapLayers: [] } },
  });

  const page = await site.openPage();
  await page.goto(`/harbour/map/wid/${id}`);
  await signInAt(page, people.viewer);
  await expectMapDrawn(page);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect(page.getByRole('button', { name: 'More actions for Trees' })).toBeVisible();
  await expect(edit).toHaveCount(0);

  const member = content.people.get(people.viewer.username)!;
  const privileges = member.privileges;
  member.privileges = [...privileges, 'features:user:edit'];
  await page.reload();
  await expectMapDrawn(page);
  await edit.click();
  const panel = page.getByRole('region', { name: 'Edit', exact: true });
  await expect(panel.getByRole('button', { name: 'Trees' })).toBeVisible();
  const map = page.locator('[role="application"]').first();
  await map.click();
  await expect(panel.getByRole('button', { name: 'Delete' })).toHaveCount(0);

  // This privilege allows every edit: https://developers.arcgis.com/rest/users-groups-and-items/privileges/
  member.privileges = [...privileges, 'features:user:edit', 'features:user:fullEdit'];
  await page.reload();
  await expectMapDrawn(page);
  await expect(panel.getByRole('button', { name: 'Trees' })).toBeVisible();
  await map.click();
  await expect(panel.getByRole('button', { name: 'Delete' })).toBeVisible();
  member.privileges = privileges;
  await page.context().close();
});

test(
  'visitors see a basemap style once an administrator has entered an API key',
  { tag: '@long' },
  async () => {
    const styles = 'https://basemapstyles-api.arcgis.com/arcgis/rest/services/styles/v2/styles';
    const layer = 'https://services.arcgis.com/harbourOrg000001/arcgis/rest/services/Quays/FeatureServer/0';
    const { id } = site.standIn.content.addItem({
      owner: people.member.username,
      title: 'Quays by navigation',
      type: 'Web Map',
      access: 'public',
      document: portalWebMap('Quays', layer, `${styles}/arcgis/navigation`),
    });
    const openAsVisitor = async () => {
      const visitor = await site.openPage();
      const drawn = visitor.waitForResponse((response) => response.url().startsWith(styles));
      await visitor.goto(`/harbour/map/wid/${id}`);
      return { visitor, style: (await (await drawn).json()) as { error?: object; version?: number } };
    };
    const before = await openAsVisitor();
    expect(before.style.error).toMatchObject({ code: 499 });
    await before.visitor.context().close();

    // Members need no key: the service takes the token of their session.
    const page = await site.openPage();
    await page.goto('/harbour/gallery');
    await signInAt(page, people.administrator);
    await page.goto(`/harbour/map/wid/${id}`);
    await expectMapDrawn(page);
    await expectCredits(page, basemapCredits);

    await page.goto('/harbour/administration?page=settings');
    await page.getByRole('textbox', { name: 'API key for basemap styles' }).fill(basemapKey);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Saved as revision/)).toBeVisible();
    await page.context().close();

    const after = await openAsVisitor();
    await expectMapDrawn(after.visitor);
    expect(after.style).toMatchObject({ version: 8 });
    await expectCredits(after.visitor, basemapCredits);
    await expect(after.visitor.getByRole('dialog')).toHaveCount(0);
    await after.visitor.context().close();
  },
);

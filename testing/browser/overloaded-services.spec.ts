import { expect, type Page, test } from '@playwright/test';
import { defaultSwitches } from '../fakes/arcgis/switches.ts';
import { people, type PortalName, signInAt, type StandInSite, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const satisfies readonly PortalName[])
  test.describe(`an overloaded server of ${name}`, { tag: '@long' }, () => {
    let site: StandInSite;
    let page: Page;

    test.beforeAll(async ({ launchOptions }) => {
      site = await startPortalSite(name, launchOptions);
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      Object.assign(site.standIn.switches, defaultSwitches());
      page = await site.openPage();
    });
    test.afterEach(() => page.context().close());

    const overload = (more: Partial<(typeof site.standIn.switches)['overloadedServices']>) =>
      Object.assign(site.standIn.switches.overloadedServices, more);
    const openQuays = async () => {
      await page.goto(`/harbour/map/wid/${site.idOf('Quays of the harbour')}`);
      await expectMapDrawn(page);
    };
    const layers = () => page.getByRole('region', { name: 'Layers', exact: true });

    test('that refuses the description of a layer is asked again, and the layer shown', async () => {
      overload({ descriptions: 1, status: 504 });
      await openQuays();
      await expect.poll(() => site.standIn.switches.overloadedServices.descriptions).toBe(0);
      await expect(layers().getByRole('button', { name: 'More actions for Quays' })).toBeEnabled();
      await expect.poll(() => site.standIn.serviceRequests.some(isDrawn)).toBe(true);
      await expect(layers().getByRole('alert')).toHaveCount(0);
    });

    test('that keeps refusing a layer is named, and the layer loaded at the user’s request', async () => {
      overload({ descriptions: 1_000, status: 429 });
      await openQuays();
      const failed = layers().getByRole('alert');
      await expect(failed).toContainText('Its server is receiving too many requests.');
      overload({ descriptions: 0 });
      await failed.getByRole('button', { name: 'Load Quays again' }).click();
      await expect(failed).toHaveCount(0);
    });

    test('that refuses features leaves none out without a notice', async () => {
      overload({ queries: 1_000, status: 429 });
      await openQuays();
      const note = page
        .getByRole('alert')
        .filter({ hasText: 'Quays: Its server is receiving too many requests.' });
      await expect(note).toBeVisible();
      await expect(layers().getByRole('alert')).toContainText('Its server is receiving too many requests.');
      overload({ queries: 0 });
      await note.getByRole('button', { name: 'Try again' }).click();
      await expect(note).toHaveCount(0);
      await expect(layers().getByRole('alert')).toHaveCount(0);
    });

    test('that refuses pictures and tiles leaves none out without a notice', async () => {
      overload({ pictures: 1_000, status: 503 });
      const title = `Pictures ${Date.now()}`;
      const { username: owner } = people.member;
      const quays = await site.documentOf('Quays of the harbour');
      const document = { ...quays, operationalLayers: pictureLayers as typeof quays.operationalLayers };
      site.standIn.content.addItem({ owner, title, type: 'Web Map', access: 'public', document });
      await page.goto(`/harbour/map/wid/${site.idOf(title)}`);
      await expectMapDrawn(page);
      const note = page
        .getByRole('alert')
        .filter({ hasText: /Ortho, .*Plan, .*World Street Map: Its server/ });
      await expect(note).toBeVisible();
      await expect(layers().getByRole('alert')).toHaveCount(4);
      overload({ pictures: 0 });
      await note.getByRole('button', { name: 'Try again' }).click();
      await expect(note).toHaveCount(0);
      await expect(layers().getByRole('alert')).toHaveCount(0);
    });

    test('does not lose the work that could not be saved', async () => {
      await page.goto('/harbour/gallery');
      await signInAt(page, people.member);
      await openQuays();
      const shown = page.getByRole('button', { name: 'Show Quays', exact: true });
      const visible = (await shown.getAttribute('aria-pressed')) === 'true';
      await shown.click();
      site.standIn.switches.maintenance = true;
      const save = page
        .getByRole('region', { name: 'Map actions' })
        .getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await expect(page.getByText(/The portal is temporarily unavailable/).first()).toBeVisible();
      site.standIn.switches.maintenance = false;
      await save.click();
      await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
      const { operationalLayers } = await site.documentOf('Quays of the harbour');
      expect(operationalLayers[0]?.visibility).toBe(!visible);
    });
  });

const services = 'https://gis.harbour.example/arcgis/rest/services';
const pictureLayers = [
  {
    id: 'plan',
    layerType: 'ArcGISTiledMapServiceLayer',
    title: 'Plan',
    url: `${services}/Base/MapServer`,
  },
  { id: 'city', layerType: 'ArcGISMapServiceLayer', title: 'City', url: `${services}/City/MapServer` },
  {
    id: 'ortho',
    layerType: 'ArcGISImageServiceLayer',
    title: 'Ortho',
    url: `${services}/Ortho/ImageServer`,
  },
];

const isDrawn = ({ address }: { address: string }) => /\/Quays\/FeatureServer\/0\/query/.test(address);

import { expect, test } from '@playwright/test';
import { people, type PortalName, signInAt, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';

const service = 'https://gis.harbour.example/arcgis/rest/services/City/MapServer';
const layer = { id: 'city', layerType: 'ArcGISMapServiceLayer', title: 'City', url: service };

for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const satisfies readonly PortalName[])
  test(
    `the sublayers of a map service are shown one by one, and saved on ${name}`,
    { tag: '@long' },
    async ({ launchOptions }) => {
      const site = await startPortalSite(name, launchOptions);
      try {
        const { username: owner } = people.member;
        const title = 'Parts of the city';
        const quays = await site.documentOf('Quays of the harbour');
        const document = { ...quays, operationalLayers: [layer] as typeof quays.operationalLayers };
        site.standIn.content.addItem({ owner, title, type: 'Web Map', access: 'public', document });
        const page = await site.openPage();
        await page.goto('/harbour/gallery');
        await signInAt(page, people.member);
        await page.goto(`/harbour/map/wid/${site.idOf(title)}`);
        await expectMapDrawn(page);
        const layers = page.getByRole('region', { name: 'Layers', exact: true });
        const roads = layers.getByRole('button', { name: 'Show Roads' });
        await layers.getByRole('button', { name: 'City', exact: true }).click();
        await expect(roads).toHaveAttribute('aria-pressed', 'true');
        await roads.click();
        await expect(roads).toHaveAttribute('aria-pressed', 'false');
        const withoutRoads = ({ address }: { address: string }) =>
          /\/City\/MapServer\/export/.test(address) && !/[:,]1\b/.test(shownIn(address));
        await expect.poll(() => site.standIn.serviceRequests.some(withoutRoads)).toBe(true);

        const actions = page.getByRole('region', { name: 'Map actions' });
        await actions.getByRole('button', { name: /^Undo/ }).click();
        await expect(roads).toHaveAttribute('aria-pressed', 'true');
        await actions.getByRole('button', { name: /^Redo/ }).click();
        await expect(roads).toHaveAttribute('aria-pressed', 'false');
        const save = actions.getByRole('button', { name: 'Save', exact: true });
        await save.click();
        await expect(save).toHaveAttribute('aria-description', /^(No unsaved changes|Saved )/);
        const [saved] = (await site.documentOf(title)).operationalLayers;
        expect(saved).toEqual({ ...layer, visibleLayers: [0, 2] });

        await page.reload();
        await expectMapDrawn(page);
        await layers.getByRole('button', { name: 'City', exact: true }).click();
        await expect(roads).toHaveAttribute('aria-pressed', 'false');
        await expect(layers.getByRole('button', { name: 'Show Buildings' })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
      } finally {
        await site.stop();
      }
    },
  );

/** The parameter of an export that names its sublayers. */
function shownIn(address: string): string {
  return new URL(address, service).searchParams.get('layers') ?? ':1';
}

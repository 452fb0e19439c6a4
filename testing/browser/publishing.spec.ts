import { expect, type Page, test } from '@playwright/test';
import { people, type PortalName, signInAt, type StandInSite, startPortalSite } from './portal-sites.ts';
import { expectMapDrawn } from './steps.ts';
import { resetSwitches } from '../fakes/arcgis/switches.ts';

/** Files published to the organisation's own portal, which creates the layer in a job. */
for (const name of ['ArcGIS Online', 'ArcGIS Enterprise'] as const satisfies readonly PortalName[])
  test.describe(`publishing to ${name}`, { tag: '@long' }, () => {
    let site: StandInSite;
    let page: Page;

    test.beforeAll(async ({ launchOptions }) => {
      site = await startPortalSite(name, launchOptions);
      site.standIn.content.people.get(people.member.username)!.availableCredits = 12;
    });
    test.afterAll(() => site.stop());
    test.beforeEach(async () => {
      resetSwitches(site.standIn.switches);
      page = await site.openPage();
      await page.goto('/harbour/content');
      await signInAt(page, people.member);
    });
    test.afterEach(() => page.context().close());

    const dialog = () => page.getByRole('dialog', { name: 'Upload a file' });
    const titled = (title: string) =>
      [...site.standIn.content.items.values()].filter((item) => item.title.startsWith(title));

    /** Chooses a CSV of two wells; it is analysed by the portal. */
    async function choose(title: string): Promise<void> {
      await page.getByRole('button', { name: 'Upload a file' }).click();
      const chooser = page.waitForEvent('filechooser');
      await dialog().getByRole('button', { name: 'Choose a file' }).click();
      const buffer = Buffer.from('name,lat,lon\nNorth,51.91,4.48\nSouth,51.92,4.49\n');
      await (await chooser).setFiles({ name: `${title}.csv`, mimeType: 'text/csv', buffer });
      await expect(dialog().getByRole('cell', { name: 'North' })).toBeVisible();
    }

    test('a member publishes a file, sees the job, and opens the layer', async () => {
      site.standIn.switches.publishingSteps = 2;
      await choose('wells');
      const costs = dialog().getByText('uses your organisation’s credits', { exact: false });
      // Only ArcGIS Online has credits.
      await expect(costs).toHaveCount(name === 'ArcGIS Online' ? 1 : 0);
      if (name === 'ArcGIS Online') await expect(dialog()).toContainText('Credits left: 12');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await expect(dialog().getByText('The portal is creating the layer')).toBeVisible();
      await expect(dialog().getByText('Created the layer “wells”')).toBeVisible();
      const service = titled('wells').find(({ type }) => type === 'Feature Service');
      expect(service).toMatchObject({ owner: people.member.username, access: 'private' });
      await dialog().getByRole('button', { name: 'Open in a new map' }).click();
      await expectMapDrawn(page);
      await expect(page.getByRole('region', { name: 'Layers', exact: true })).toContainText('wells');
      await expect(page.getByRole('region', { name: 'Layers', exact: true }).getByRole('alert')).toHaveCount(
        0,
      );
    });

    test('without a hosting server, the dialog says so and the file is added to a map', async () => {
      test.skip(name === 'ArcGIS Online', 'It always hosts layers.');
      site.standIn.switches.hostsLayers = false;
      await page.reload();
      const upload = page.getByRole('button', { name: 'Upload a file' });
      await expect(upload).toHaveAttribute('aria-disabled', 'true');
      await upload.hover();
      await expect(page.getByRole('tooltip')).toContainText('The portal has no server for hosted layers');
      await page.goto('/harbour/map#tool=add');
      await expectMapDrawn(page);
      await page.getByRole('tab', { name: 'File' }).click();
      await page.locator('input[type=file]').setInputFiles({
        name: 'wells.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,lat,lon\nNorth,51.91,4.48\nSouth,51.92,4.49\n'),
      });
      await expect(page.getByText('wells is on the map')).toBeVisible();
    });

    test('a job that is cancelled leaves neither the file nor the layer', async () => {
      site.standIn.switches.publishingSteps = 1_000_000;
      await choose('springs');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await expect(dialog().getByText('The portal is creating the layer')).toBeVisible();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await expect.poll(() => titled('springs').map(({ type }) => type)).toEqual([]);
      // The dialog can be used again.
      await expect(dialog().getByRole('button', { name: 'Choose a file' })).toBeVisible();
    });

    test('a refusal and a failed job are shown in the words of the portal', async () => {
      const refusal = 'Your organisation does not have enough credits.';
      site.standIn.switches.publishRefusal = refusal;
      await choose('ponds');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await expect(dialog().getByRole('alert')).toContainText(refusal);
      await page.reload();
      delete site.standIn.switches.publishRefusal;
      site.standIn.switches.publishingFault = 'Row 2 is empty.';
      await choose('ponds');
      await dialog().getByRole('button', { name: 'Publish' }).click();
      await expect(dialog().getByRole('alert')).toContainText('Row 2 is empty.');
      expect(titled('ponds').filter(({ type }) => type === 'Feature Service')).toEqual([]);
    });
  });

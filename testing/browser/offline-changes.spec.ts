import { expect, type Page } from '@playwright/test';
import { type JourneySite, onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn, panelOf } from './steps.ts';

test.use({ serviceWorkers: 'allow' });

const service = 'Astana_transit_stops';
const title = 'Public transport stops';
const place = { x: 71.416, y: 51.142, spatialReference: { wkid: 4326 } };

/** A stop for one test. */
async function addStop({ maps }: JourneySite, name: string): Promise<number> {
  const adds = [{ geometry: place, attributes: { name, kind: 'Bus stop', shelter: 'no' } }];
  const { addResults } = await maps.ask<{ addResults: { objectId: number }[] }>(service, '0/applyEdits', {
    adds,
  });
  return addResults[0]?.objectId ?? 0;
}

async function shelterOf({ maps }: JourneySite, name: string): Promise<unknown[]> {
  const features = await maps.features(service, `name = '${name}'`);
  return features.map(({ attributes }) => attributes.shelter);
}

const editorOf = (page: Page) => page.getByRole('region', { name: 'Edit', exact: true });
const shelterIn = (page: Page) => editorOf(page).getByRole('textbox', { name: 'Shelter', exact: true });
const note = (page: Page) => page.getByRole('note').filter({ hasText: /changes? waits? for a connection/ });

/** Opens the map with a stop selected, and its form. */
async function editStop(page: Page, site: JourneySite, objectId: number): Promise<void> {
  const feature = `${await site.maps.layerIn(title, service)}:${objectId}`;
  await site.openMap(page, title, `#feature=${feature}`);
  await page.locator('arcgis-popup').getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(shelterIn(page)).toHaveValue('no');
}

/** Changes the stop in the open form, which waits. */
async function setShelter(page: Page, value: string): Promise<void> {
  await shelterIn(page).fill(value);
  await shelterIn(page).press('Tab');
  await editorOf(page).getByRole('button', { name: 'Update', exact: true }).click();
}

onEachPortal(
  () => {
    test(
      'an edit and a comment without a connection wait, also after a reload, and are sent when there is one',
      { tag: '@long' },
      async ({ page, site }) => {
        test.slow();
        const name = `Offline ${Date.now()}`;
        const context = page.context();
        await site.arrive(page, 'member');
        const objectId = await addStop(site, name);
        // The first visit installs the service worker; what the second requests is stored.
        await site.openMap(page, title);
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
        await page.goto('about:blank');
        await editStop(page, site, objectId);
        await expect(page.locator('[aria-busy="false"]:has([role="application"])')).toBeVisible();

        await context.setOffline(true);
        await setShelter(page, 'Yes');
        await expect(note(page)).toContainText('1 change waits for a connection');
        await page.getByRole('button', { name: 'Comments', exact: true }).click();
        const comments = panelOf(page, 'Comments');
        await comments.getByRole('button', { name: 'This view' }).click();
        await comments.getByRole('textbox', { name: 'Comment on this view' }).fill(name);
        await comments.getByRole('button', { name: 'Send' }).click();
        await expect(note(page)).toContainText('2 changes wait for a connection');
        await expect(comments.getByRole('list', { name: 'Changes that wait' })).toContainText(name);
        expect(await shelterOf(site, name)).toEqual(['no']);

        await page.reload();
        await expectMapDrawn(page);
        await expect(note(page)).toContainText('2 changes wait for a connection');
        await note(page).getByRole('button', { name: 'Show list' }).click();
        const list = page.getByRole('region', { name: 'Changes that wait' });
        await expect(list.getByRole('listitem')).toHaveCount(2);
        await expect(list).toContainText(`Changed feature · ${title}`);

        await context.setOffline(false);
        await expect(note(page)).toHaveCount(0);
        expect(await shelterOf(site, name)).toEqual(['Yes']);
        // The address has the panel open.
        await page.reload();
        const article = panelOf(page, 'Comments').getByRole('article').filter({ hasText: name });
        await expect(article).toHaveCount(1);
      },
    );

    test(
      'a feature that somebody has changed meanwhile is sent only when its author decides so, and a sign-out asks',
      { tag: '@long' },
      async ({ page, site }) => {
        test.slow();
        const name = `Conflict ${Date.now()}`;
        const context = page.context();
        await site.arrive(page, 'member');
        const objectId = await addStop(site, name);
        await editStop(page, site, objectId);
        const account = page.getByRole('button', { name: /^Account/ });
        // Its menu is loaded when it is first opened.
        await account.click();
        await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
        await page.keyboard.press('Escape');
        await context.setOffline(true);
        await setShelter(page, 'Mine');
        await expect(note(page)).toContainText('1 change waits for a connection');

        await account.click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        const question = page.getByRole('dialog', { name: 'Sign out and delete changes?' });
        await question.getByRole('button', { name: 'Stay signed in' }).click();

        const updates = [{ attributes: { OBJECTID: objectId, shelter: 'Theirs' } }];
        await site.maps.ask(service, '0/applyEdits', { updates });
        await context.setOffline(false);
        const decision = page.getByRole('note').filter({ hasText: '1 change needs your decision' });
        await decision.getByRole('button', { name: 'Show list' }).click();
        const list = page.getByRole('region', { name: 'Changes that wait' });
        await expect(list).toContainText('Somebody has changed this feature since you opened it.');
        await expect(list).toContainText('Now: Theirs');
        await expect(list).toContainText('Yours: Mine');
        expect(await shelterOf(site, name)).toEqual(['Theirs']);
        await list.getByRole('button', { name: 'Send mine' }).click();
        await expect(list).toHaveCount(0);
        expect(await shelterOf(site, name)).toEqual(['Mine']);
      },
    );
  },
  { portals: ['embedded portal'] },
);

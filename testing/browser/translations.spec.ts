import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';
import { expectMapDrawn } from './steps.ts';

test.use({ quiet: true });

onEachPortal((portal, { long }) => {
  test(
    'an owner translates a map, and its readers see layers, popup and title in their language',
    long,
    async ({ page, site }) => {
      const layer = {
        id: 'bridges',
        title: 'Old bridges',
        layerType: 'ArcGISFeatureLayer',
        url: site.maps.layerOf('Astana_bridges'),
        popupInfo: {
          title: 'Bridge {label}',
          popupElements: [{ type: 'fields' }],
          fieldInfos: [{ fieldName: 'carries', label: 'Carried road', visible: true }],
        },
      };
      const id = await site.maps.add('Bridges to translate', {
        operationalLayers: [layer],
        baseMap: { title: 'Plain ground', baseMapLayers: [] },
        version: '2.31',
      });
      await site.arrive(page, 'member');
      await page.goto(`/${site.org}/map/wid/${id}#tool=share`);
      await expectMapDrawn(page);
      await test.step('translate the texts of the map', async () => {
        await page.getByRole('button', { name: 'Change', description: 'Translations' }).click();
        const dialog = page.getByRole('dialog', { name: 'Translations' });
        await dialog.getByRole('combobox', { name: 'Language' }).click();
        await page.getByRole('option', { name: 'Deutsch' }).click();
        const write = (text: string, translation: string) =>
          dialog.getByRole('textbox', { name: `Translation of ${text}`, exact: true }).fill(translation);
        await write('Old bridges', 'Alte Brücken');
        await write('Carried road', 'Überführter Weg');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Keep editing' }).click();
        await dialog.getByRole('button', { name: 'Apply' }).click();
        await expect(page.getByText('Deutsch', { exact: true })).toBeVisible();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText(/^Saved/).first()).toBeVisible();
      });
      const document = JSON.parse(await site.maps.dataOf(id)) as Record<string, unknown>;
      expect(document).toMatchObject({
        operationalLayers: [layer],
        mappingTranslations: {
          de: { 'Old bridges': 'Alte Brücken', 'Carried road': 'Überführter Weg' },
        },
      });
      await test.step('translate title and summary of its item', async () => {
        await page.goto(`/${site.org}/content`);
        await page.getByRole('button', { name: 'Actions for Bridges to translate' }).click();
        await page.getByRole('menuitem', { name: 'Edit details' }).click();
        const dialog = page.getByRole('dialog', { name: /Bridges to translate/ });
        await dialog.getByRole('combobox', { name: 'Add a language' }).click();
        await page.getByRole('option', { name: 'Deutsch' }).click();
        const german = dialog.getByRole('group', { name: 'Deutsch' });
        await german.getByRole('textbox', { name: 'Title' }).fill('Brückenkunde');
        await german.getByRole('textbox', { name: 'Summary' }).fill('Was die Brücken tragen');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog).toBeHidden();
      });

      const reader = await site.openPage();
      await test.step('read them', async () => {
        await reader.goto(`/${site.org}/map/wid/${id}?lang=de#tool=in-view`);
        await expectMapDrawn(reader);
        await expect(reader).toHaveTitle(/Brückenkunde/);
        const features = reader.getByRole('region', { name: 'Alte Brücken' });
        await features.getByRole('listitem').first().getByRole('button').click();
        await expect(reader.locator('arcgis-popup').getByText('Überführter Weg')).toBeVisible();
        await expect(reader.getByText(/Old bridges|Carried road/)).toHaveCount(0);
      });
      if (portal === 'embedded portal')
        await test.step('find the map by its translations', async () => {
          await reader.goto(`/${site.org}/gallery?lang=de&q=brückenkunde`);
          await expect(reader.getByRole('link', { name: 'Brückenkunde' })).toBeVisible();
        });
      await reader.context().close();
    },
  );
});

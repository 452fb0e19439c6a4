import { expect } from '@playwright/test';
import { onEachPortal, test } from './each-portal.ts';

test.use({ quiet: true });

onEachPortal((_portal, { long }) => {
  test(
    'a map works by keyboard: features in view, a popup and announced moves',
    long,
    async ({ page, site }) => {
      await site.openMap(page, 'Sights and monuments');
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('in view');
      await expect(page.getByRole('option', { name: 'In view' })).toBeVisible();
      await page.keyboard.press('Enter');

      const panel = page.getByRole('region', { name: 'In view', exact: true });
      const rows = panel.getByRole('region', { name: 'Sights and monuments' }).getByRole('listitem');
      await expect(rows.first()).toBeVisible();
      await expect(panel.getByText(/features in view/)).toBeVisible();
      const distances = (await rows.allTextContents()).map(metresOf);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));

      // The nearest feature opens its popup, which has the focus; Escape closes it.
      // The map has moved there, and a polite live region announces it.
      const nearest = rows.first().getByRole('button');
      await nearest.focus();
      await page.keyboard.press('Enter');
      const popup = page.locator('arcgis-popup');
      await expect(popup).toHaveJSProperty('open', true);
      await expect
        .poll(() => page.evaluate("document.activeElement?.closest('arcgis-popup') !== null"))
        .toBe(true);
      await page.keyboard.press('Escape');
      await expect(popup).toHaveJSProperty('open', false);
      await expect(page.getByTestId('map-announcer')).toHaveText(/Map at latitude .+ scale 1 to/);
    },
  );
});

/** Metres of a row such as `Bayterek320 m northeast`. */
function metresOf(text: string): number {
  const [, figure = '0', unit] = /([\d.,]+)\s(km|m)\b(?!.*\s(?:km|m)\b)/.exec(text) ?? [];
  return Number(figure.replaceAll(',', '')) * (unit === 'km' ? 1000 : 1);
}

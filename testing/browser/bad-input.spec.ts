import { expect, type Page } from '@playwright/test';
import { expectMapDrawn, findItem, test } from './steps.ts';

/** Opens the style of the demo map's buildings. */
async function openStyle(page: Page) {
  await page.goto(`/demo/map/wid/${await findItem(page, 'Buildings by number of storeys')}#tool=layers`);
  await expectMapDrawn(page);
  await page.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: 'Style…' }).click();
  return page.getByRole('region', { name: /^Style of / });
}

test('a style whose values cannot be read is refused with the cause, and the map keeps the former one', async ({
  page,
}) => {
  const panel = await openStyle(page);
  const rows = panel.getByRole('textbox', { name: /^Legend text of/ });
  await expect(rows).toHaveCount(7);
  let asked = 0;
  for (const answer of [
    '{"error":{"code":500,"message":"The values are locked."}}',
    '<html>Maintenance</html>',
    '',
  ]) {
    await page.unrouteAll();
    await page.route(/\/FeatureServer\/0\/(query|generateRenderer)/, (route) => {
      asked += 1;
      console.log(
        'asked',
        route.request().url().slice(0, 160),
        (route.request().postData() ?? '').slice(0, 200),
      );
      return route.fulfill({
        contentType: answer.startsWith('<') ? 'text/html' : 'application/json',
        body: answer,
      });
    });
    for (const option of ['Amounts by size', 'Types (unique values)', 'Amounts by colour']) {
      await panel.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
      await expect(panel.getByRole('progressbar')).toBeHidden();
      await page.waitForTimeout(1500);
      console.log(
        option,
        asked,
        await panel.getByRole('combobox', { name: 'Show' }).innerText(),
        '|',
        await panel.getByRole('alert').allInnerTexts(),
        await rows.count(),
      );
    }
  }
});

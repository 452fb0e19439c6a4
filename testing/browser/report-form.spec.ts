import { expect, type Locator, type Page } from '@playwright/test';
import { stableId } from '../../server/demo/users.ts';
import { test, tokenOf } from './steps.ts';

const form = `/demo/form/${stableId('item', 'problem-reports')}`;
const layer = '/server/demo/rest/services/Astana_problem_reports/FeatureServer/0';

test.use({ viewport: { width: 390, height: 844 } });

/** A JPEG of 3000 × 2000 pixels, which the browser makes smaller. */
async function choosePhoto(page: Page, button: Locator = page.getByLabel('Add photos')): Promise<void> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3000, 2000];
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#c2410c';
    context?.fillRect(0, 0, 3000, 1000);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const buffer = Buffer.from(base64, 'base64');
  await button.setInputFiles({ name: 'hole.jpg', mimeType: 'image/jpeg', buffer });
}

test('a visitor reports a problem with a photo, also without a connection', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 51.128, longitude: 71.43 });
  await page.goto(form);
  await expect(page.getByRole('heading', { level: 1, name: 'Report a problem' })).toBeVisible();

  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Some fields need your attention.')).toBeVisible();
  await expect(page.getByText('Choose where it is.')).toBeVisible();

  await page.getByLabel('Something else').check();
  await page.getByLabel('What is it?').fill('A swing');
  await page.getByLabel('Road or pavement').check();
  await expect(page.getByLabel('What is it?')).toBeHidden();
  // An earlier attempt may have sent its report.
  const description = `A <b>deep</b> hole ${test.info().retry}`;
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('51.12800, 71.43000')).toBeVisible();
  await choosePhoto(page);
  await expect(page.getByText('hole.jpg')).toBeVisible();

  // What was typed survives a reload.
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue(description);

  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Store report' }).click();
  await expect(page.getByRole('heading', { name: 'Report stored' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Report received' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeHidden();
  await page.getByRole('button', { name: 'Report another' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('');

  // Visitors do not read what was reported; members do.
  const where = encodeURIComponent(`description = '${description}'`);
  const query = `${layer}/query?f=json&where=${where}&outFields=*`;
  expect((await (await page.request.get(query)).json()).error.code).toBe(499);
  const token = await tokenOf(page, 'grace');
  const { features } = await (await page.request.get(`${query}&token=${token}`)).json();
  expect(features).toHaveLength(1);
  const { OBJECTID, ...attributes } = features[0].attributes;
  expect(attributes).toMatchObject({ kind: 'road', other_kind: null, description });
  expect(attributes).toMatchObject({ priority: 'normal', Creator: null });
  const files = await page.request.get(`${layer}/${OBJECTID}/attachments?f=json&token=${token}`);
  const { attachmentInfos } = await files.json();
  expect(attachmentInfos).toMatchObject([{ name: 'hole.jpg', contentType: 'image/jpeg' }]);
});

test('a visitor’s photos are those that the form asks for', { tag: '@long' }, async ({ page }) => {
  const photo = { type: 'attachment', inputType: { type: 'image' } };
  await page.route(/\/items\/\w+\/data/, async (route) => {
    const answer = await route.fetch();
    const data = await answer.json();
    data.layers[0].formInfo.formElements.push(
      { ...photo, label: 'The damage', attachmentKeyword: 'damage', minAttachmentCount: 1 },
      { ...photo, label: 'The street', attachmentKeyword: 'street', maxAttachmentCount: 1 },
    );
    await route.fulfill({ response: answer, json: data });
  });
  const description = `Two views ${test.info().retry}`;
  await page.goto(`${form}?at=51.128,71.43&field:kind=road&field:description=${description}`);
  await page.getByRole('button', { name: 'Send report' }).click();
  const damage = page.getByRole('region', { name: 'The damage' });
  await expect(damage).toBeFocused();
  await expect(damage.getByText('Add at least this number of files: 1.')).toBeVisible();
  await choosePhoto(page, damage.getByLabel('Add photos'));
  await expect(damage.getByText('hole.jpg')).toBeVisible();
  const street = page.getByRole('region', { name: 'The street' });
  await choosePhoto(page, street.getByLabel('Add photos'));
  await expect(street.getByText('hole.jpg')).toBeVisible();
  await expect(street.getByLabel('Add photos')).toBeDisabled();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('heading', { name: 'Report received' })).toBeVisible();

  const token = await tokenOf(page, 'grace');
  const params = { f: 'json', token, definitionExpression: `description = '${description}'` };
  const { attachmentGroups } = await (await page.request.get(`${layer}/queryAttachments`, { params })).json();
  const [{ attachmentInfos }] = attachmentGroups as [{ attachmentInfos: { keywords: string }[] }];
  expect(attachmentInfos.map(({ keywords }) => keywords).toSorted()).toEqual(['damage', 'street']);
});

import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { test, tokenOf } from './steps.ts';

test.use({ quiet: true });

const rest = '/portal/demo/sharing/rest';

async function send(page: Page, url: string, params: Record<string, unknown>, who: 'ada' | 'grace' = 'ada') {
  const form = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const answer = await page.request.post(url, {
    form: { f: 'json', token: await tokenOf(page, who), ...form },
  });
  return answer.json();
}

test(
  'the owner of a layer allows offline use, sees the copies and unregisters one',
  { tag: '@long' },
  async ({ page }) => {
    const name = `Benches_${Date.now()}`;
    const made = await send(page, `${rest}/content/users/ada/createService`, {
      outputType: 'featureService',
      createParameters: {
        name,
        capabilities: 'Create,Delete,Query,Update,Editing',
        layers: [
          {
            name: 'Benches',
            geometryType: 'esriGeometryPoint',
            fields: [{ name: 'note', type: 'esriFieldTypeString' }],
          },
        ],
      },
    });
    await send(page, `${rest}/content/users/ada/items/${made.itemId}/share`, {
      org: 'true',
      everyone: 'false',
    });
    await arriveSignedIn(page, 'ada');
    await page.goto(`/demo/gallery?type=all&item=${made.itemId}`);
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('tab', { name: 'Settings' }).click();
    const allow = details.getByRole('switch', { name: /take this layer offline/ });
    await expect(allow).not.toBeChecked();
    await allow.click();
    await expect(details.getByText('No offline copies')).toBeVisible();
    await expect(allow).toBeChecked();

    const copy = await send(
      page,
      `${made.encodedServiceURL}/createReplica`,
      { replicaName: 'Phone', layers: [0], syncModel: 'perLayer' },
      'grace',
    );
    await page.reload();
    await details.getByRole('tab', { name: 'Settings' }).click();
    await details.getByRole('button', { name: 'Unregister Phone of grace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unregister Phone of grace' });
    await dialog.getByRole('button', { name: 'Unregister' }).click();
    await expect(details.getByText('No offline copies')).toBeVisible();
    const gone = await send(
      page,
      `${made.encodedServiceURL}/synchronizeReplica`,
      { replicaID: copy.replicaID, syncDirection: 'upload' },
      'grace',
    );
    expect(gone.error.message).toContain('Invalid replica ID');

    await details.getByRole('radio', { name: 'Add features', exact: true }).check();
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(details.getByText('Saved', { exact: true })).toBeVisible();
    await expect(allow).toBeChecked();
    await allow.click();
    await expect(allow).not.toBeChecked();
  },
);

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { expectSignedIn, fillSignIn, openSignIn, password, signIn, test, tokenOf } from './steps.ts';

test.use({ quiet: true });

const administration = (page: Page, name: string) => page.goto(`/demo/administration?page=${name}`);

test('a member cannot reach the administration by menu or by address', { tag: '@long' }, async ({ page }) => {
  await arriveSignedIn(page, 'grace');
  await page.goto('/demo');
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await administration(page, 'people');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
});

test('a person joins by invitation link and is disabled, and the audit log records every step', async ({
  page,
  browser,
}) => {
  const username = `guest${Date.now()}`;
  await arriveSignedIn(page, 'ada');
  await administration(page, 'people');
  // Reaches the link by keyboard only.
  await page.getByRole('button', { name: 'Add a person' }).press('Enter');
  await page.getByRole('textbox', { name: 'Email' }).press('Enter');
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();

  const visit = await browser.newContext();
  const guest = await visit.newPage();
  await guest.goto(link);
  await guest.getByRole('textbox', { name: 'Full name' }).fill('Guest Person');
  await guest.getByRole('textbox', { name: 'Username' }).fill(username);
  await guest.getByLabel(/^Password/).fill(password);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(guest, username);
  await expect(guest.getByRole('button', { name: 'Account: Guest Person' })).toBeVisible();

  await page.reload();
  await page.getByRole('searchbox', { name: 'Search people' }).fill(username);
  await page.getByRole('button', { name: new RegExp(username) }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  // Their session has ended: the profile asks them to sign in.
  await guest.goto('/demo/profile');
  await expect(guest.getByText('Sign in to see your profile.')).toBeVisible();
  await visit.close();

  // They own nothing, so typing the username deletes the account.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'Username', description: `Type ${username} to confirm` })
    .fill(username);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Guest Person was deleted.')).toBeVisible();
  await expect(page.getByText('No people match this search.')).toBeVisible();

  await administration(page, 'audit');
  await expect(page.getByRole('listitem').filter({ hasText: 'Disabled a person' }).first()).toContainText(
    username,
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Deleted a person' }).first()).toContainText(
    username,
  );
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Joined by invitation link' }).first(),
  ).toContainText(username);
});

test(
  'a member reviews their sessions and signs out the other ones',
  { tag: '@long' },
  async ({ page, browser }) => {
    await arriveSignedIn(page, 'grace');
    const visit = await browser.newContext();
    const elsewhere = await visit.newPage();
    await elsewhere.goto('/demo');
    await openSignIn(elsewhere);
    await fillSignIn(elsewhere, 'grace');
    await expectSignedIn(elsewhere, 'grace');
    await page.goto('/demo/profile');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
    await elsewhere.goto('/demo/profile');
    await expect(elsewhere.getByText('Sign in to see your profile.')).toBeVisible();
    await visit.close();
  },
);

test.describe('two administrators at the same time', () => {
  // The console says so.
  test.use({ quiet: false });

  test(
    'an administrator configures the second organisation: settings, logo, conflicts, revisions, usage, audit',
    { tag: '@long' },
    async ({ page }) => {
      const open = (name: string) => page.goto(`/esil/administration?page=${name}`);
      const save = page.getByRole('button', { name: 'Save', exact: true });
      const savedAs = page.getByText(/^Saved as revision/);
      const token = await tokenOf(page, 'hedy');
      const headers = { authorization: `Bearer ${token}` };
      const api = '/api/esil/administration';
      const configNow = async () => {
        const answer = await page.request.get(`${api}/config`, { headers });
        return { tag: answer.headers()['etag'] ?? '', ...(await answer.json()) };
      };
      await page.goto('/esil');
      await signIn(page, 'hedy');
      const { revision: first, config: before } = await configNow();
      await open('settings');
      const part = (name: string) => page.getByRole('region', { name, exact: true });
      const general = part('General');
      const title = general.getByRole('textbox', { name: 'Title' });
      const preview = page.getByRole('group', { name: 'Preview in both themes' });

      await test.step('changes one setting of each group and previews it before saving', async () => {
        await title.fill('River Board');
        await general.getByRole('textbox', { name: 'English' }).fill('Water for everyone.');
        await general.getByRole('switch', { name: 'Sharing without signing in' }).click();
        await expect(preview.getByText('Mapping: River Board')).toHaveCount(2);
        await expect(preview.getByText('Water for everyone.')).toHaveCount(2);

        const colour = part('Appearance and language')
          .getByLabel('Primary colour')
          .and(page.locator('[type=text]'));
        await colour.fill('purple');
        await expect(page.getByText('Enter a colour as #rrggbb.')).toBeVisible();
        await expect(page.getByText('Fix these errors before saving: 1')).toBeVisible();
        await expect(save).toBeDisabled();
        await colour.fill('#7A1FA2');
        await expect(page.getByText('Enter a colour as #rrggbb.')).toHaveCount(0);

        await part('Portal').getByRole('combobox', { name: 'Sign-in' }).click();
        await page.getByRole('option', { name: 'Pop-up window' }).click();
        await part('Map').getByRole('textbox', { name: 'West' }).fill('71.3');
        await part('Gallery').getByRole('textbox', { name: 'Gallery query' }).fill('type:"Web Map"');
        await expect(page.getByText('Unsaved changes: 7')).toBeVisible();
      });

      await test.step('shrinks a large picture and strips the script from an SVG', async () => {
        const choose = part('Appearance and language').getByLabel('Choose a picture', { exact: true }).last();
        const shown = preview.locator('img').first();
        const wide = await sharp({
          create: { width: 1600, height: 800, channels: 3, background: '#7A1FA2' },
        })
          .jpeg()
          .toBuffer();
        await choose.setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: wide });
        await expect(shown).toHaveAttribute('src', /pictures/);
        await expect(shown).toHaveJSProperty('naturalWidth', 256);
        const raster = await shown.getAttribute('src');
        const svg =
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>document.title="run"</script><path fill="#7A1FA2" d="M0 0h9v9z"/></svg>';
        await choose.setInputFiles({ name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
        await expect(shown).not.toHaveAttribute('src', raster ?? '');
        const kept = await (await page.request.get((await shown.getAttribute('src')) ?? '')).text();
        expect(kept).toContain('<path');
        expect(kept).not.toContain('script');
      });

      await test.step('applies saved settings for everyone at the next load', async () => {
        await save.click();
        await expect(savedAs).toHaveText(new RegExp(`revision ${first + 1}\\.`));
        await page.reload();
        await expect(page.getByRole('banner')).toContainText('Mapping: River Board');
        await expect(page.getByRole('banner').locator('img').first()).toHaveAttribute('src', /pictures/);
      });

      await test.step('merges the changes of two administrators who save at once', async () => {
        await title.fill('River Board of mine');
        await general.getByRole('textbox', { name: 'English' }).fill('Clean water.');
        const { tag, config } = await configNow();
        const theirs = {
          ...config,
          title: 'River Board of theirs',
          gallery: { ...config.gallery, query: '' },
        };
        const answer = await page.request.put(`${api}/config`, {
          headers: { ...headers, 'if-match': tag },
          data: theirs,
        });
        expect(answer.status()).toBe(200);
        await save.click();
        const dialog = page.getByRole('dialog', { name: 'hedy saved a newer revision' });
        await expect(dialog.getByRole('listitem')).toHaveText([
          /^Title.*River Board.*River Board of theirs$/,
          /^Gallery.*Web Map.*Not set$|^Gallery query.*Web Map.*Not set$/,
        ]);
        await dialog.getByRole('button', { name: 'Keep both' }).click();
        await expect(page.getByText(/Changed by both of you.*: Title$/)).toBeVisible();
        await expect(title).toHaveValue('River Board of mine');
        await save.click();
        await expect(savedAs).toHaveText(new RegExp(`revision ${first + 3}\\.`));
        const now = await configNow();
        expect(now.config).toMatchObject({ title: 'River Board of mine', gallery: { query: '' } });
        expect(JSON.stringify(now.config.welcome)).toContain('Clean water.');
      });

      await test.step('lists what each revision changed and restores an earlier one', async () => {
        await page.getByRole('tab', { name: 'Revisions' }).click();
        const newest = page.getByRole('region', { name: `Revision ${first + 3}`, exact: true });
        await expect(newest.getByText('Current')).toBeVisible();
        await expect(newest.getByRole('listitem').filter({ hasText: /^Title/ })).toHaveText(
          /River Board of theirs.*River Board of mine/,
        );
        await page.getByRole('button', { name: `Restore: Revision ${first}`, exact: true }).click();
        await expect(page.getByText(`Restored revision ${first} as the newest one.`)).toBeVisible();
        const back = page.getByRole('region', { name: `Revision ${first + 4}`, exact: true });
        await expect(back.getByText('Current')).toBeVisible();
        expect((await configNow()).config).toEqual(before);
      });

      await test.step('counts and charts usage', async () => {
        await page.request.post('/api/esil/usage/map-opened', { headers });
        await page.getByRole('tab', { name: 'Usage' }).click();
        for (const name of ['Maps opened', 'People signed in', 'Maps shared'])
          await expect(page.getByRole('region', { name }).locator('svg').first()).toBeVisible();
        await page.getByRole('button', { name: '7 days' }).click();
        // Today's bar has a height.
        const bars = page
          .getByRole('region', { name: 'Maps opened' })
          .locator('rect.MuiBarElement-root, .MuiBarChart-element');
        await expect(bars.last()).toBeVisible();
      });

      await test.step('filters the audit log and exports the same rows', async () => {
        await page.getByRole('tab', { name: 'Audit log' }).click();
        await page.getByRole('combobox', { name: 'Action' }).click();
        await page.getByRole('option', { name: 'Saved the configuration' }).click();
        const lines = page.getByRole('listitem').filter({ has: page.locator('time') });
        await expect(lines.filter({ hasNotText: 'Saved the configuration' })).toHaveCount(0);
        await expect(lines.first()).toContainText('hedy');
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toBe('esil-audit.csv');
        const text = await readFile(await download.path(), 'utf8');
        const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
        expect(rows).toHaveLength(await lines.count());
        expect(new Set(rows.map(({ act }) => act))).toEqual(new Set(['config.saved']));
        expect(JSON.parse(rows[0]?.['detail'] ?? '')).toEqual({ changed: ['title', 'welcome.en'] });
      });
    },
  );
});

test(
  'an integration’s settings are a form: a layer is picked, a wrong entry is refused at its field, and it is tested',
  { tag: '@long' },
  async ({ page }) => {
    await arriveSignedIn(page, 'ada');
    await administration(page, 'integrations');
    await page.getByRole('button', { name: 'Add an integration' }).click();
    const card = page
      .getByRole('region')
      .filter({ has: page.getByLabel('Type') })
      .last();
    await card.getByLabel('Title').fill('Quarter photos');
    await card.getByLabel('Type').click();
    await page.getByRole('option', { name: '360°' }).click();
    await expect(card.getByLabel(/JSON/).and(page.locator('textarea'))).toHaveCount(0);
    await card.getByRole('button', { name: 'Choose a layer or file' }).click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('searchbox', { name: 'Search layers and files' }).fill('sights');
    await picker
      .getByRole('button', { name: /sights/i })
      .first()
      .click();
    await expect(picker).toBeHidden();
    const radius = card.getByLabel('Search radius (m)');
    await radius.fill('99999');
    await expect(radius).toHaveAttribute('aria-invalid', 'true');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await radius.fill('120');
    await save.click();
    await expect(page.getByText(/^Saved as revision/)).toBeVisible();
    await card.getByRole('button', { name: 'Test now: Quarter photos' }).click();
    await expect(card.getByText('Works', { exact: true })).toBeVisible();
    await card.getByRole('button', { name: 'Remove' }).click();
    await save.click();
    await expect(page.getByText(/^Saved as revision/)).toBeVisible();
  },
);

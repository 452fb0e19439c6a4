import { expect } from '@playwright/test';
import { arriveSignedIn } from './arrive-signed-in.ts';
import { findItem, test } from './steps.ts';

test(
  'a mention in a comment on an item arrives, leads to the comment and is deleted',
  { tag: '@long' },
  async ({ page, browser }) => {
    await arriveSignedIn(page, 'grace');
    const id = await findItem(page, 'Public transport stops');
    await page.goto(`/demo/gallery?item=${id}&tab=comments`);
    const details = page.getByRole('dialog', { name: 'Details' });
    // An earlier attempt may have left its comment.
    const text = `@ada Is this up to date? ${test.info().retry}`;
    await details.getByRole('textbox', { name: 'New comment' }).fill(text);
    await details.getByRole('button', { name: 'Comment', exact: true }).click();
    const comment = details.getByRole('article', { name: 'grace' }).filter({ hasText: text });
    await expect(comment.getByRole('button', { name: 'Reply' })).toBeVisible();

    const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const adas = await other.newPage();
    await arriveSignedIn(adas, 'ada');
    await adas.goto('/demo');
    await adas.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
    const list = adas.getByRole('dialog', { name: 'Notifications' });
    await list.getByRole('link', { name: 'grace mentioned you in a comment on' }).first().click();
    await expect(adas.getByRole('article', { name: 'grace' }).filter({ hasText: text })).toBeVisible();
    await expect(list).toBeHidden();
    await adas.getByRole('button', { name: 'Close details' }).click();
    await adas.getByRole('button', { name: 'Notifications' }).click();
    const remove = list.getByRole('button', { name: /^Delete: grace mentioned/ });
    const before = await remove.count();
    await remove.first().click();
    await expect(remove).toHaveCount(before - 1);
    await other.close();

    await comment.getByRole('button', { name: 'Actions for the comment of grace' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(comment).toBeHidden();
  },
);

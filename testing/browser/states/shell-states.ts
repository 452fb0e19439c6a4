import { addMember } from '../add-member.ts';
import { tokenOf } from '../steps.ts';
import type { Opened, Scene } from './state.ts';

const shell = 'web/features/shell';
const menus = `${shell}/navigation/opened-menus.tsx`;

/** The portal asks for a new sign-in, as of a session that began long ago. */
async function askIdentity({ page, press }: Opened): Promise<void> {
  const faults = [{ path: '', message: 'Sign in again first.', code: 'recent-sign-in', values: {} }];
  const json = { error: { code: 400, message: 'Sign in again first.', details: [], faults } };
  await page.route('**/community/users/*/reset', (route) => route.fulfill({ json }));
  await page
    .getByRole('button', { name: /Dorothy Vaughan/ })
    .first()
    .click();
  await press('people.reset');
  await page.getByRole('dialog').last().getByRole('button').last().click();
}

const isSeen = async ({ page }: Opened) => page.getByRole('dialog').first().waitFor();

export const shellScenes: readonly Scene[] = [
  {
    name: 'what a visitor opens on each page',
    path: '/demo',
    states: [
      { name: 'the commands', steps: ['commands.title', isSeen], shows: [`${shell}/commands/palette.tsx`] },
      { name: 'the languages', steps: ['language.choose'], shows: ['web/i18n/language-choices.tsx'] },
      {
        name: 'the menu of the account',
        steps: ['session.account'],
        shows: [`${shell}/session/account-menu.tsx`],
      },
      { name: 'the menu of the map', steps: ['header.map'], shows: [menus] },
      { name: 'the tour', steps: ['session.account', 'guide.tour', isSeen], shows: [], stays: true },
      {
        name: 'the news',
        steps: ['session.account', 'guide.news', isSeen],
        shows: [`${shell}/guide/news-dialog.tsx`],
      },
    ],
  },
  {
    name: 'the main menu of narrow windows',
    path: '/demo',
    opensIn: { width: 500, height: 800 },
    states: [
      {
        name: 'the main menu',
        steps: ['header.openMenu', isSeen],
        shows: [`${shell}/navigation/side-drawer.tsx`],
      },
    ],
  },
  {
    name: 'the filters of the gallery',
    path: '/demo/gallery',
    states: [{ name: 'the filters', steps: ['gallery.filters'], shows: [] }],
  },
  {
    name: 'notifications',
    as: 'ada',
    path: '/demo',
    states: [
      {
        name: 'the notifications',
        steps: ['notifications.title', isSeen],
        shows: [`${shell}/notifications/notifications-panel.tsx`],
      },
    ],
  },
  {
    name: 'a changed profile',
    as: 'grace',
    path: '/demo/profile',
    states: [
      {
        name: 'leaving a changed profile',
        steps: [
          ({ page, text }) =>
            page.getByRole('textbox', { name: text('profile.fullName') }).fill('Rear Admiral Hopper'),
          ({ page }) => page.getByRole('banner').getByRole('link').first().click(),
        ],
        shows: [`${shell}/profile/profile-form.tsx`],
        stays: true,
      },
    ],
  },
  {
    name: 'an identity to confirm',
    as: 'ada',
    path: async (page) => {
      await tokenOf(page, 'ada');
      await addMember(page, 'Dorothy Vaughan');
      return '/demo/administration?page=people';
    },
    states: [
      {
        name: 'confirming an identity',
        steps: [askIdentity],
        shows: [`${shell}/session/sign-in-dialog.tsx`],
        stays: true,
      },
    ],
  },
];

import type { Page } from '@playwright/test';
import { addMember } from '../add-member.ts';
import { findItem, tokenOf } from '../steps.ts';
import type { Opened, Scene } from './state.ts';

const console = 'web/features/administration/console';
const people = `${console}/people`;

const pageOf = (name: string) => `/demo/administration?page=${name}`;

/** Answers the next requests to these addresses in the server's place. */
const answered =
  (addresses: string, answer: object, of: (method: string) => boolean = () => true) =>
  ({ page: shown }: Opened) =>
    shown.route(addresses, (route) =>
      of(route.request().method()) ? route.fulfill(answer) : route.fallback(),
    );

const refused = (status: number, id: string) => ({
  status,
  contentType: 'application/problem+json',
  json: { type: id, title: 'Refused', status, detail: 'Refused', id },
});

const changeTitle = async ({ page: shown }: Opened) =>
  shown.getByRole('main').getByRole('textbox').first().fill('Another title');

const isPut = (method: string) => method === 'PUT';
const config = '**/api/demo/administration/config';

/** Shares a map, and gives it a short address. */
async function shareMap(shown: Page): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(shown, 'grace')}` };
  const title = 'Public transport stops';
  const wid = await findItem(shown, title);
  const webMap = { operationalLayers: [], baseMap: { baseMapLayers: [] }, version: '2.34' };
  await shown.request.post('/api/demo/shared-maps', { headers, data: { title, webMap, access: 'public' } });
  await shown.request.post('/api/demo/short-addresses', { headers, data: { wid, title } });
  return pageOf('maps');
}

/** The list of people, with a person whom the state may change. */
async function withPerson(shown: Page): Promise<string> {
  await addMember(shown, 'Katherine Johnson');
  return pageOf('people');
}

const openPerson = ({ page: shown }: Opened) =>
  shown
    .getByRole('button', { name: /Katherine Johnson/ })
    .first()
    .click();

const partner = { to: { urlKey: 'esil' }, state: 'active', established: Date.UTC(2026, 0, 1) };
const provider = {
  kind: 'oidc',
  issuer: 'https://login.city.example',
  clientId: 'maps',
  label: 'City login',
  scope: 'openid',
  usernameClaim: 'sub',
  roleClaim: 'groups',
  roles: {},
  defaultRole: '',
};

async function addRole({ page: shown, text, press }: Opened): Promise<void> {
  await press('people.view.roles');
  await press('roles.new');
  const dialog = shown.getByRole('dialog');
  await dialog.getByRole('textbox', { name: text('roles.name') }).fill('Surveyors');
  await press('roles.create');
  await dialog.waitFor({ state: 'hidden' });
}

export const administrationScenes: readonly Scene[] = [
  {
    name: 'people and groups',
    as: 'ada',
    path: withPerson,
    states: [
      { name: 'a new person', steps: ['people.add'], shows: [`${people}/add-person-dialog.tsx`] },
      { name: 'a person', steps: [openPerson], shows: [`${people}/person-dialog.tsx`] },
      {
        name: 'a new password',
        steps: [openPerson, 'people.reset'],
        shows: [`${people}/person-account.tsx`],
      },
      {
        name: 'deleting a person',
        steps: [openPerson, 'people.delete'],
        shows: [`${people}/delete-person.tsx`],
      },
      {
        name: 'a new group',
        steps: ['people.view.groups', 'people.group.new'],
        shows: [`${people}/groups/groups-list.tsx`],
      },
      {
        name: 'a new role',
        steps: ['people.view.roles', 'roles.new'],
        shows: [`${people}/roles/role-dialog.tsx`],
      },
    ],
  },
  {
    name: 'roles and partners',
    as: 'ada',
    path: pageOf('people'),
    states: [
      {
        name: 'deleting a role',
        steps: [addRole, ['roles.delete.of', { name: 'Surveyors' }]],
        shows: [`${people}/roles/roles-list.tsx`],
      },
      {
        name: 'ending a partnership',
        steps: [
          answered('**/portals/self/trustedOrgs?*', { json: { trustedOrgs: [partner], nextStart: -1 } }),
          'people.view.partners',
          'people.partners.end',
        ],
        shows: [`${people}/partners/partners-list.tsx`],
      },
    ],
  },
  {
    name: 'shared maps and short addresses',
    as: 'ada',
    path: shareMap,
    states: [
      {
        name: 'another name of a link',
        steps: ['sharing.rename'],
        shows: [`${console}/shared-maps/shared-maps-page.tsx`],
      },
      {
        name: 'ending a link',
        steps: ['administration.maps.revoke'],
        shows: [`${console}/shared-maps/shared-maps-page.tsx`],
      },
      {
        name: 'removing a short address',
        steps: ['sharing.short', 'sharing.short.removeOf'],
        shows: [`${console}/shared-maps/all-short-addresses.tsx`],
      },
    ],
  },
  {
    name: 'the settings of an organisation',
    as: 'ada',
    path: pageOf('settings'),
    states: [
      {
        name: 'signing in with new settings',
        steps: [
          changeTitle,
          answered(config, refused(403, 'config:sign-in-needed'), isPut),
          'administration.save',
        ],
        shows: [`${console}/settings/trial-dialog.tsx`],
        stays: true,
      },
      {
        name: 'changes of two administrators',
        steps: [
          changeTitle,
          answered(config, refused(412, 'config:changed-meanwhile'), isPut),
          'administration.save',
        ],
        shows: [`${console}/settings/save-bar.tsx`],
        stays: true,
      },
      {
        name: 'leaving with changes',
        steps: [
          changeTitle,
          ({ page: shown }) => shown.getByRole('banner').getByRole('link').first().click(),
        ],
        shows: [`${console}/administration-view.tsx`],
        stays: true,
      },
    ],
  },
  {
    name: 'the identity provider of an organisation',
    as: 'ada',
    path: async (shown) => {
      await shown.route('**/portals/self/provider?*', (route) =>
        route.fulfill({ json: { redirectUri: '', entityId: '', consumerUrl: '', provider } }),
      );
      return pageOf('settings');
    },
    states: [
      {
        name: 'removing the provider',
        steps: ['administration.provider.remove'],
        shows: [`${console}/settings/provider/provider-form.tsx`],
      },
    ],
  },
  {
    name: 'the settings of integrations',
    as: 'ada',
    path: pageOf('integrations'),
    states: [
      {
        name: 'choosing photos',
        steps: ['kind.pick'],
        shows: [`${console}/integrations/photos-dialog.tsx`],
      },
    ],
  },
];

import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import type { Portal, PortalItem } from '../../../../../portal/portal-types.ts';
import { ItemDetails } from '../item-details.tsx';

afterEach(() => vi.unstubAllGlobals());

const application: Partial<PortalItem> = { type: 'Application', title: 'Survey', itemControl: 'admin' };
const registered = { ...application, typeKeywords: ['Registered App'] };
const app = {
  client_id: 'client-1',
  appType: 'browser',
  redirect_uris: ['https://a.example/'],
  registered: 1,
  users: [{ username: 'otto', lastUsed: Date.now() }],
};

async function open(
  item: Partial<PortalItem>,
  answers: Parameters<typeof fakeFetch>[0] = {},
  portal: Portal = { id: 'p1', name: 'Portal', appRegistration: true },
) {
  const log = fakeFetch({ '/registeredAppInfo': app, ...answers });
  const details = (
    <ItemDetails
      item={webMap(item)}
      actions={{
        favourites: { possible: false, has: () => false, toggle: () => {} },
        copyLink: () => {},
        showDetails: () => {},
      }}
      onTag={() => {}}
      onMapIntent={() => {}}
    />
  );
  return { ...show(details, { context: await fakeContext({ signedIn: true, portal }) }), log };
}
const sent = (log: readonly LoggedRequest[], path: string) =>
  log.filter((each) => each.path.endsWith(path)).map(({ params }) => params);

describe('the sign-in of an application', () => {
  it('is registered with its redirect addresses', async () => {
    const { screen, person, log } = await open(application, {
      '/oauth2/registerApp': { ...app, client_secret: 'secret-1' },
    });
    await person.click(await screen.findByRole('tab', { name: 'Sign-in' }));
    const register = screen.getByRole('button', { name: 'Register' });
    expect(register).toHaveProperty('disabled', true);
    const addresses = screen.getByRole('textbox', { name: /Redirect addresses/ });
    await person.type(addresses, 'not an address');
    expect(screen.getByText('This is not a full address: not')).toBeDefined();
    await person.clear(addresses);
    await person.type(addresses, 'https://a.example/ urn:ietf:wg:oauth:2.0:oob');
    await person.click(register);
    await vi.waitFor(() =>
      expect(sent(log, '/oauth2/registerApp')).toMatchObject([
        { appType: 'browser', redirect_uris: '["https://a.example/","urn:ietf:wg:oauth:2.0:oob"]' },
      ]),
    );
  });

  it('is shown with its users, without the secret, and changed', async () => {
    const { screen, person, log } = await open(registered, { '/oauth2/apps/client-1/update': app });
    await person.click(await screen.findByRole('tab', { name: 'Sign-in' }));
    expect(await screen.findByDisplayValue('client-1')).toBeDefined();
    expect(screen.queryByLabelText('Client secret')).toBeNull();
    expect(screen.getByText('otto')).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: /Redirect addresses/ }), '\nhttps://b.example/');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() =>
      expect(sent(log, '/update')).toMatchObject([
        { redirect_uris: '["https://a.example/","https://b.example/"]' },
      ]),
    );
  });

  it('shows a new secret once, and ends after a question', async () => {
    const { screen, person, log } = await open(registered, {
      '/resetSecret': { ...app, client_secret: 'secret-2' },
      '/unregister': { success: true },
    });
    await person.click(await screen.findByRole('tab', { name: 'Sign-in' }));
    await person.click(await screen.findByRole('button', { name: 'Replace secret' }));
    expect(sent(log, '/resetSecret')).toEqual([]);
    await person.click((await screen.findAllByRole('button', { name: 'Replace secret' })).at(-1)!);
    expect(await screen.findByDisplayValue('secret-2')).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'End registration' }));
    await person.click((await screen.findAllByRole('button', { name: 'End registration' })).at(-1)!);
    await vi.waitFor(() => expect(sent(log, '/unregister')).toHaveLength(1));
  });

  it.each<[string, Partial<PortalItem>, Portal]>([
    ['others', { ...registered, itemControl: '' }, { id: 'p', name: 'P', appRegistration: true }],
    ['other portals', registered, { id: 'p', name: 'P' }],
    ['maps', { type: 'Web Map', itemControl: 'admin' }, { id: 'p', name: 'P', appRegistration: true }],
  ])('is not offered for %s', async (_name, item, portal) => {
    const { screen } = await open(item, { '/content/items/m1/data': {} }, portal);
    await screen.findAllByRole('heading');
    expect(screen.queryByRole('tab', { name: 'Sign-in' })).toBeNull();
  });
});

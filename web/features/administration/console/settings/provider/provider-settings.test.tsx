import { waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import { UnsavedFormsContext } from '../../unsaved-forms.ts';
import { IdentityProviderSettings } from './provider-settings.tsx';

afterEach(() => vi.unstubAllGlobals());

const administrator = { ...ada, privileges: ['portal:admin:manageSecurity'] };
const ours = { id: 'p1', name: 'Portal', requireSecondFactor: false };
const redirectUri = 'https://maps.example/portal/city/sharing/rest/oauth2/provider/callback';
const stored = {
  kind: 'openid',
  issuer: 'https://login.city.example',
  clientId: 'maps',
  label: 'City login',
  scope: 'openid profile email',
  usernameClaim: 'preferred_username',
  roleClaim: 'groups',
  roles: { gis: 'org_publisher' },
  defaultRole: '',
};

const entityId = 'https://maps.example/portal/city/sharing/rest/portals/self/sp/metadata';
const consumerUrl = 'https://maps.example/portal/city/sharing/rest/oauth2/saml/signin';

async function open(
  provider: object | null,
  saved: object = { success: true },
  read: object = {},
  inside: (piece: ReactNode) => ReactNode = (piece) => piece,
) {
  const log = fakeFetch({
    '/portals/self/provider/update': saved,
    '/portals/self/provider/delete': { success: true },
    '/portals/self/provider/readMetadata': read,
    '/portals/self/provider': { redirectUri, entityId, consumerUrl, provider },
  });
  const context = await fakeContext({ signedIn: true, isAdmin: true, user: administrator, portal: ours });
  const shown = show(inside(<IdentityProviderSettings />), { context });
  await shown.screen.findByRole('button', { name: 'Save and check' });
  return { ...shown, log };
}

describe('settings of the identity provider', () => {
  it('are sent with the roles of claim values', async () => {
    const { screen, person, log } = await open(null);
    expect(screen.getByDisplayValue(redirectUri)).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Issuer' }), 'https://login.city.example');
    await person.type(screen.getByRole('textbox', { name: 'Client ID' }), 'maps');
    await person.type(screen.getByLabelText(/Client secret/), 'a secret');
    await person.type(screen.getByRole('textbox', { name: 'Name on the sign-in page' }), 'City login');
    await person.click(screen.getByRole('button', { name: 'Add a role for a value' }));
    await person.type(screen.getByRole('textbox', { name: 'Value of the claim' }), 'gis');
    await person.click(screen.getByRole('button', { name: 'Save and check' }));
    expect(await screen.findByText('Saved. The provider answered.')).toBeDefined();
    const sent = log.find(({ path }) => path.endsWith('/provider/update'))?.params;
    expect(sent).toMatchObject({
      issuer: 'https://login.city.example',
      clientId: 'maps',
      clientSecret: 'a secret',
      label: 'City login',
      roles: '{"gis":"org_user"}',
    });
  });

  it('explain that a stored secret remains, until the client changes', async () => {
    const { screen, person } = await open(stored);
    const note = 'Stored. Leave this empty to keep it.';
    expect(screen.getByText(note)).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Client ID' }), '2');
    expect(screen.queryByText(note)).toBeNull();
  });

  it('show why the portal refuses them, and keep what was entered', async () => {
    const error = { code: 400, message: 'No provider', details: ['issuer: No provider'] };
    const { screen, person } = await open(stored, { error });
    await person.click(screen.getByRole('button', { name: 'Save and check' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No provider');
    expect(screen.getByDisplayValue('https://login.city.example')).toBeDefined();
  });

  it('that are typed after or during a save are not called saved', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person } = await open(stored, () => promise);
    const label = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name on the sign-in page' });
    const secret = screen.getByLabelText<HTMLInputElement>(/Client secret/);
    await person.type(secret, 'one');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save and check' });
    await person.click(save);
    await person.type(secret, ' two');
    resolve({ success: true });
    await waitFor(() => expect(save.disabled).toBe(false));
    expect([secret.value, screen.queryByText('Saved. The provider answered.')]).toEqual(['one two', null]);
    await person.click(save);
    expect(await screen.findByText('Saved. The provider answered.')).toBeDefined();
    expect(secret.value).toBe('');
    await person.type(label, '2');
    expect(screen.queryByText('Saved. The provider answered.')).toBeNull();
  });

  it('that are refused while the protocol is changed say so', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person } = await open(stored, () => promise);
    await person.click(screen.getByRole('button', { name: 'Save and check' }));
    await person.click(screen.getByRole('combobox', { name: 'Protocol' }));
    await person.click(await screen.findByRole('option', { name: 'SAML 2.0' }));
    resolve({ error: { code: 400, message: 'No provider', details: [] } });
    expect((await screen.findByRole('alert')).textContent).toContain('No provider');
  });

  it('are counted as unsaved while they differ from what is stored', async () => {
    const counted: boolean[] = [];
    const { screen, person } = await open(stored, undefined, undefined, (piece) => (
      <UnsavedFormsContext value={(_form, isChanged) => counted.push(isChanged)}>{piece}</UnsavedFormsContext>
    ));
    expect(counted).toEqual([]);
    const label = screen.getByRole('textbox', { name: 'Name on the sign-in page' });
    await person.type(label, '2');
    expect(counted).toEqual([true]);
    await person.click(screen.getByRole('button', { name: 'Save and check' }));
    expect(await screen.findByText('Saved. The provider answered.')).toBeDefined();
    expect(counted).toEqual([true, false]);
  });

  it('are empty after removal', async () => {
    const { screen, person, log } = await open(stored);
    await person.click(screen.getByRole('button', { name: 'Remove the provider' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Remove the provider' }));
    expect(log.some(({ path }) => path.endsWith('/provider/delete'))).toBe(false);
    await person.click(dialog.getByRole('button', { name: 'Remove the provider' }));
    expect(await screen.findByDisplayValue('preferred_username')).toBeDefined();
    expect(screen.queryByDisplayValue('City login')).toBeNull();
    expect(log.some(({ path }) => path.endsWith('/provider/delete'))).toBe(true);
  });

  it('of SAML come from metadata, and are sent with the certificates', async () => {
    const read = { issuer: 'https://idp.example', signInUrl: 'https://idp.example/sso', certificates: 'PEM' };
    const metadata = { ...read, wantsSignedRequests: true };
    const { screen, person, log } = await open(null, undefined, metadata);
    await person.click(screen.getByRole('combobox', { name: 'Protocol' }));
    await person.click(await screen.findByRole('option', { name: 'SAML 2.0' }));
    expect(screen.getByDisplayValue(entityId)).toBeDefined();
    expect(screen.getByDisplayValue(consumerUrl)).toBeDefined();
    await person.type(
      screen.getByRole('textbox', { name: 'Metadata of the provider' }),
      'https://idp.example/metadata',
    );
    await person.click(screen.getByRole('button', { name: 'Read the metadata' }));
    expect(await screen.findByText('Read. Check the fields below.')).toBeDefined();
    expect(screen.getByText(/wants signed requests/)).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Name on the sign-in page' }), 'City login');
    await person.click(screen.getByRole('button', { name: 'Save and check' }));
    expect(await screen.findByText(/^Saved\. Sign in in a private window/)).toBeDefined();
    const sent = (path: string) => log.find((each) => each.path.endsWith(path))?.params;
    expect(sent('/provider/readMetadata')).toMatchObject({ metadataUrl: 'https://idp.example/metadata' });
    expect(sent('/provider/update')).toMatchObject({ ...read, kind: 'saml', label: 'City login' });
  });

  it('of SAML ask for a private key with a new certificate only', async () => {
    const saml = { kind: 'saml', issuer: 'a', signInUrl: 'https://a.example', certificates: 'x', label: 'A' };
    const { screen, person } = await open({ ...stored, ...saml, ownCertificate: 'own' });
    expect(screen.getByText('Stored. Leave this empty to keep it.')).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Certificate of this portal' }), '2');
    expect(screen.queryByText('Stored. Leave this empty to keep it.')).toBeNull();
    await person.clear(screen.getByRole('textbox', { name: 'Certificate of this portal' }));
    expect(screen.queryByRole('textbox', { name: 'Private key of this certificate' })).toBeNull();
  });
});

import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppConfigInput, appConfigSchema } from '../../../../../wire/app-config.ts';
import {
  type PortalCheckRequest,
  portalFindings,
  type PortalFinding,
} from '../../../../../wire/portal-check.ts';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { apiClient } from '../../../../api/api-client.ts';
import { english } from '../../../../i18n/english.ts';
import { AdministrationView } from '../administration-view.tsx';

const usual = { ...apiClient.defaults };
beforeEach(() => {
  fakeFetch({ '/community/groups': { results: [] }, '/portals/self': { id: 'org1' } });
});
afterEach(() => {
  Object.assign(apiClient.defaults, usual);
  document.querySelector('meta[name=hosts]')?.remove();
  sessionStorage.clear();
});

const finding = (code: PortalFinding['code'], values: Record<string, string> = {}) => ({ code, values });

/** A server whose check finds what `find` returns for the settings it gets. */
async function open(
  find: (requested: PortalCheckRequest) => PortalFinding[] | Promise<PortalFinding[]>,
  portal: AppConfigInput['portal'] = { url: 'https://gis.example/home', appId: 'app1' },
) {
  const requested: PortalCheckRequest[] = [];
  const answer = async (request: Request): Promise<Response> => {
    if (!request.url.endsWith('/portal-check'))
      return Response.json(
        { config: appConfigSchema.parse({ portal }), revision: 2, author: 'ada', savedAt: 0 },
        { headers: { etag: '"2"' } },
      );
    const body = (await request.json()) as PortalCheckRequest;
    requested.push(body);
    return Response.json({
      address: body.url,
      findings: await find(body),
      redirects: ['https://maps.example/demo/signed-in', 'http://localhost:3000/demo/signed-in'],
    });
  };
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => answer(new Request(input, init)),
      Request,
      Response,
    },
  });
  const shown = show(<AdministrationView GroupDialog={() => null} />, {
    context: await fakeContext(),
    at: '/demo/administration?page=portal',
  });
  const step = async (name: string) => within(await shown.screen.findByRole('region', { name }));
  return {
    ...shown,
    requested,
    step,
    check: async () => {
      const [button] = await shown.screen.findAllByRole('button', { name: 'Check' });
      await shown.person.click(button!);
    },
  };
}

describe('connecting a portal', () => {
  it('shows what each step found, and the addresses to register', async () => {
    const { check, step, screen } = await open(() => [
      finding('portal', { name: 'City GIS', version: '11.5' }),
      finding('app-unknown', { appId: 'app1' }),
      finding('group-missing'),
      finding('no-geocoder'),
    ]);
    expect(await screen.findAllByRole('textbox', { name: 'Redirect URL' })).toHaveLength(1);
    await check();
    expect(await (await step('Choose the portal')).findByText('City GIS, version 11.5')).toBeDefined();
    const application = await step('Register the application');
    expect(application.getByText(/knows no application “app1”. Copy the App ID/)).toBeDefined();
    expect(
      application
        .getAllByRole('textbox', { name: 'Redirect URL' })
        .map((field) => (field as HTMLInputElement).value),
    ).toEqual(['https://maps.example/demo/signed-in', 'http://localhost:3000/demo/signed-in']);
    expect((await step('What visitors will find')).getByText(/no geocoder/)).toBeDefined();
  });

  it.each<[string, PortalFinding, string, RegExp]>([
    [
      'redirects',
      finding('redirects', { address: 'https://old.example', location: 'https://new.example' }),
      'Choose the portal',
      /redirects to https:\/\/new\.example\. Enter the address of the portal itself/,
    ],
    [
      'answers with a web page',
      finding('web-page', { address: 'https://gis.example', status: '200' }),
      'Choose the portal',
      /responds with a web page \(status 200\).*without \/home/,
    ],
    [
      'has a certificate that is not trusted',
      finding('certificate-untrusted', { host: 'gis.example', reason: 'SELF_SIGNED_CERT_IN_CHAIN' }),
      'Choose the portal',
      /doesn’t trust the certificate of gis\.example.*NODE_EXTRA_CA_CERTS/,
    ],
    [
      'has the group of another organisation',
      finding('group-elsewhere', { title: 'Others', found: 'otherOrg' }),
      'Choose the administrators',
      /“Others” belongs to another organisation \(otherOrg\)\. Choose a group of your own/,
    ],
  ])('shows below its step what to do about a portal that %s', async (_what, wrong, name, text) => {
    const { check, step } = await open(() => [wrong]);
    await check();
    expect(await (await step(name)).findByText(text)).toBeDefined();
  });

  it('enters the address that the check suggests, and checks it', async () => {
    const suggestion = 'https://gis.example/portal';
    const { check, requested, screen, person } = await open(({ url }) =>
      url === suggestion
        ? [finding('portal', { name: 'City GIS', version: '11.5' }), finding('no-oauth')]
        : [finding('page-of-portal', { address: url, suggestion })],
    );
    await check();
    await person.click(await screen.findByRole('button', { name: `Use ${suggestion}` }));
    await screen.findByText('City GIS, version 11.5');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Portal address' }).value).toBe(suggestion);
    expect(requested.map(({ url }) => url)).toEqual(['https://gis.example/home', suggestion]);
    expect(await screen.findByText('This browser can read gis.example too')).toBeDefined();
  });

  it('hides results once a setting has changed', async () => {
    const { check, screen, person } = await open(() => [
      finding('web-page', { address: 'x', status: '200' }),
    ]);
    await check();
    await screen.findByText(/responds with a web page/);
    await person.type(screen.getByRole('textbox', { name: 'App ID' }), '2');
    await waitFor(() => expect(screen.queryByText(/responds with a web page/)).toBeNull());
  });

  it('fills in the organisation that the account of the administrator belongs to', async () => {
    const { check, screen } = await open(() => [
      finding('portal', { name: 'ArcGIS Online', version: '2026.2' }),
      finding('organisation-of-account', { id: 'harbourOrg', username: 'nora' }),
    ]);
    await check();
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Organisation ID' }).value).toBe(
        'harbourOrg',
      ),
    );
    expect(screen.getByText('Organisation harbourOrg, found by the account nora')).toBeDefined();
  });

  it('fills in no organisation at an address that was changed during the check', async () => {
    let answer = (_findings: PortalFinding[]) => {};
    const { check, requested, screen, person } = await open(
      () => new Promise<PortalFinding[]>((resolve) => (answer = resolve)),
    );
    await check();
    await waitFor(() => expect(requested).toHaveLength(1));
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
    await person.type(field('Portal address'), '2');
    answer([
      finding('portal', { name: 'ArcGIS Online', version: '2026.2' }),
      finding('organisation-of-account', { id: 'harbourOrg', username: 'nora' }),
    ]);
    await waitFor(() => {
      const [button] = screen.getAllByRole('button', { name: 'Check' });
      expect(button).toHaveProperty('disabled', false);
    });
    expect(field('Organisation ID').value).toBe('');
  });

  it('offers to load the page again where its policy does not allow the portal yet', async () => {
    const meta = Object.assign(document.createElement('meta'), {
      name: 'hosts',
      content: 'https://x.example',
    });
    document.head.append(meta);
    const { check, screen } = await open(() => [
      finding('portal', { name: 'City GIS', version: '11.5' }),
      finding('app-id-missing'),
    ]);
    await check();
    expect(await screen.findByRole('button', { name: 'Reload and allow' })).toBeDefined();
  });

  it('checks from this browser a portal that the server does not reach, and leaves saving to the operator', async () => {
    fakeFetch({
      '/community/groups': { total: 0, results: [] },
      '/sharing/rest/search': { total: 0 },
      '/portals/self': { id: 'org1', name: 'Inner GIS', currentVersion: '11.5' },
    });
    const saved: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push((blob as Blob).type);
      return 'blob:saved';
    });
    const { check, step, screen, person } = await open(
      ({ url }) => [finding('unreachable', { host: new URL(url).host, reason: 'ETIMEDOUT' })],
      { url: 'https://gis.inner.example/portal', appId: 'app1' },
    );
    await check();
    const address = await step('Choose the portal');
    expect(await address.findByText(/didn’t respond \(ETIMEDOUT\)/)).toBeDefined();
    expect(address.getByText('Inner GIS, version 11.5')).toBeDefined();
    expect(
      (await step('Register the application')).getByText(/knows the application app1 shows/),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Sign in there to check' })).toBeDefined();
    expect(screen.getByText(/can’t reach gis\.inner\.example; the other results/)).toBeDefined();
    expect(screen.getByText('npm run org -- import demo --config demo.json')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Download configuration' }));
    expect(saved).toEqual(['application/json']);
  });

  it('restores unsaved settings after that', async () => {
    const kept = { url: 'https://new.example/portal', appId: 'n', organisationId: '', adminGroupId: '' };
    sessionStorage.setItem('mapping.portal-settings:demo', JSON.stringify(kept));
    const { screen } = await open(() => []);
    expect(await screen.findByDisplayValue(kept.url)).toBeDefined();
    expect(sessionStorage.getItem('mapping.portal-settings:demo')).toBeNull();
  });
});

it('the catalogue has the sentence of each finding', () => {
  for (const [code, { text }] of Object.entries(portalFindings))
    expect(english[`administration.portal.finding.${code}` as keyof typeof english]).toBe(text);
});

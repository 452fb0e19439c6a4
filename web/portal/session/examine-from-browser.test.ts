import { expect, it, vi } from 'vitest';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { examineFromBrowser } from './examine-from-browser.ts';

const settings = {
  origin: 'https://maps.example',
  address: 'https://gis.city.test/portal',
  appId: 'mapping',
  organisationId: '',
  adminGroupId: 'g1',
};
const trial = {
  code: 'c1',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'https://maps.example/harbour/signed-in',
};
const self = {
  id: 'o1',
  name: 'City GIS',
  currentVersion: '11.5',
  portalMode: 'singletenant',
  basemapGalleryGroupQuery: 'title:"Basemaps"',
};
const portal = {
  '/portals/self': self,
  '/community/groups': { total: 1 },
  '/sharing/rest/search': { total: 3 },
};
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

it('finds what pages may read, and that a sign-in would show the rest', async () => {
  const requested = fakeFetch({
    ...portal,
    '/community/groups/g1': { error: { code: 400, message: 'Group does not exist or is inaccessible.' } },
  });
  const { findings, organisationId } = await examineFromBrowser(settings);
  expect(organisationId).toBe('o1');
  expect(codes(findings)).toEqual([
    'portal',
    'organisation',
    'browser-access',
    'app-unseen',
    'group-unseen',
    'search',
    'basemaps',
    'no-geocoder',
  ]);
  expect(requested.filter(({ path }) => path.includes('oauth2'))).toEqual([]);
});

it('a sign-in shows the application and whether the account administers, and is revoked', async () => {
  const requested = fakeFetch({
    ...portal,
    '/oauth2/token': { access_token: 'a1', refresh_token: 'r1', expires_in: 1800, username: 'nora' },
    '/oauth2/revokeToken': { success: true },
    '/community/self': { username: 'nora', orgId: 'o1', groups: [{ id: 'g1', title: 'Map administrators' }] },
    '/community/groups/g1': { id: 'g1', title: 'Map administrators', orgId: 'o1' },
  });
  const { findings, groups } = await examineFromBrowser(settings, trial);
  expect(groups).toEqual([{ id: 'g1', title: 'Map administrators' }]);
  expect(codes(findings)).toEqual(
    expect.arrayContaining(['app-known', 'redirect-accepted', 'group-found', 'administrator']),
  );
  expect(requested.find(({ path }) => path.endsWith('/oauth2/token'))?.params).toMatchObject({
    code: 'c1',
    code_verifier: trial.codeVerifier,
  });
  expect(requested.at(-1)).toMatchObject({
    path: '/portal/sharing/rest/oauth2/revokeToken',
    params: { auth_token: 'r1' },
  });
});

it('a refused sign-in has the portal’s reason', async () => {
  fakeFetch({
    ...portal,
    '/oauth2/token': { error: { code: 400, message: 'Invalid client_id: mapping' } },
    '/community/groups/g1': { error: { code: 400 } },
  });
  const { findings } = await examineFromBrowser(settings, trial);
  expect(findings.at(-1)).toEqual({
    code: 'sign-in-refused',
    values: { reason: 'Invalid client_id: mapping' },
  });
});

it('distinguishes a portal that pages may not read from one that the browser does not reach', async () => {
  fakeFetch({});
  expect(codes((await examineFromBrowser(settings)).findings)).toEqual(['unreachable']);
  // Without CORS only a request whose response stays unreadable succeeds.
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
    return Response.error();
  });
  expect(codes((await examineFromBrowser(settings)).findings)).toEqual(['no-browser-access']);
});

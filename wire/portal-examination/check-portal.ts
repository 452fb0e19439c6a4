import { z } from 'zod';
import { type FindingCode, kindOf, type PortalFinding } from '../portal-check.ts';
import {
  type AddFinding,
  parse,
  type PortalReading,
  type PortalSelf,
  readPortal,
  rest,
} from './read-portal.ts';
import type { RequestPortal, PortalResponse } from './request.ts';

/** Portal settings to check before they are saved. Empty: not known yet. */
export interface PortalToCheck {
  /** Without `/sharing/rest` and without a slash at the end. */
  address: string;
  appId: string;
  organisationId: string;
  adminGroupId: string;
  /** Addresses to which the portal sends people back: `https://maps.example.org/city/signed-in`. */
  redirects: readonly string[];
  /** Origins of the pages that will read the portal. */
  origins: readonly string[];
  /** Who has signed in at this portal, to check the group and their membership. */
  account?: PortalAccount | undefined;
}

/** The owner of a token of the portal, from `community/self`. */
export interface PortalAccount {
  username: string;
  /** Undefined for ArcGIS public accounts. */
  orgId: string | undefined;
  groups: { id: string; title: string }[];
  /** To read groups that only members see. */
  token: string;
}

export interface PortalCheck {
  findings: PortalFinding[];
  /** The organisation at the address, or else that of the account. */
  organisationId: string | undefined;
}

interface CheckOptions {
  only?: 'signIn';
  /**
   * Redirect addresses of sign-ins that have succeeded with this application. Absent: the sign-in page is read instead, which pages of
   * other origins may not.
   */
  signIns?: readonly string[];
}

/**
 * Checks a portal for everything the product relies on, without changing anything: reachable, an ArcGIS portal, its organisation,
 * access for browsers, App ID and redirect addresses, administrators' group; and unless only `signIn` matters, search, basemaps and
 * geocoder. An address that is not a portal ends the list.
 */
export async function checkPortal(
  request: RequestPortal,
  portal: PortalToCheck,
  { only, signIns }: CheckOptions = {},
): Promise<PortalCheck> {
  const findings: PortalFinding[] = [];
  const add: AddFinding = (code, values = {}) => findings.push({ code, values });
  const { origins } = portal;
  const reading = await readPortal(request, portal.address, origins[0] ?? new URL(portal.address).origin);
  if ('obstacle' in reading) return { findings: [reading.obstacle], organisationId: undefined };
  const { self } = reading;
  const found = describeOrganisation(self, portal, add);
  for (const origin of origins) add(...(await checkOrigin(request, portal, origin, reading)));
  if (signIns) reportSignIns(portal.appId, signIns, add);
  else await checkApplication(request, portal, add);
  await checkGroup(request, portal, portal.organisationId || found, add);
  if (only !== 'signIn' && !self.error) await checkContent(request, portal.address, self, add);
  return { findings, organisationId: found };
}

export const wrongOf = (findings: readonly PortalFinding[]) =>
  findings.filter((finding) => kindOf(finding).level === 'wrong');

/** @returns the organisation at the address, or else that of the account */
function describeOrganisation(
  self: PortalSelf,
  { organisationId: given, account }: PortalToCheck,
  add: AddFinding,
): string | undefined {
  const found = self.id ?? account?.orgId;
  if (!self.error)
    add('portal', { name: self.name ?? 'ArcGIS Online', version: String(self.currentVersion ?? '–') });
  if (self.id && given && self.id !== given) add('other-organisation', { found: self.id, given });
  else if (self.id) add('organisation', { id: self.id, name: self.urlKey ?? self.name ?? '' });
  else if (given) add('organisation-given', { id: given });
  else if (account?.orgId) add('organisation-of-account', { id: account.orgId, username: account.username });
  else add(self.error ? 'closed-organisation' : 'no-organisation');
  if (self.error || self.access === 'private') add('members-only');
  if (self.supportsOAuth === false) add('no-oauth');
  return found ?? undefined;
}

async function checkOrigin(
  request: RequestPortal,
  { address }: PortalToCheck,
  origin: string,
  { response: first }: Extract<PortalReading, { response: PortalResponse }>,
): Promise<[FindingCode, Record<string, string>]> {
  // Pages of the same host need no permission.
  if (new URL(address).origin === origin) return ['browser-access', { origin }];
  const allows = ({ headers }: PortalResponse) => headers.get('access-control-allow-origin') ?? '';
  const suits = (response: PortalResponse) => allows(response) === '*' || allows(response) === origin;
  const response = suits(first)
    ? first
    : await request(`${rest(address)}/portals/self?f=json`, { headers: { origin } }).catch(() => first);
  const reason = allows(response) ? `Access-Control-Allow-Origin: ${allows(response)}` : 'no header';
  return suits(response) ? ['browser-access', { origin }] : ['no-browser-access', { origin, reason }];
}

/** What sign-ins show about an application. */
function reportSignIns(appId: string, signIns: readonly string[], add: AddFinding): void {
  if (appId === '') return add('app-id-missing');
  if (signIns.length === 0) return add('app-unseen', { appId });
  reportApplication({ appId, redirects: signIns, accepts: () => true }, add);
}

/** Requests the sign-in page as a browser would: portals reject unknown applications and redirect addresses there. */
async function checkApplication(
  request: RequestPortal,
  { address, appId, redirects }: PortalToCheck,
  add: AddFinding,
): Promise<void> {
  if (appId === '') return add('app-id-missing');
  const accepted: string[] = [];
  // Without an address of ours, one that native applications use shows whether the application is known.
  for (const redirect of redirects.length > 0 ? redirects : ['urn:ietf:wg:oauth:2.0:oob']) {
    const query = new URLSearchParams({ client_id: appId, response_type: 'code', redirect_uri: redirect });
    const response = await request(`${rest(address)}/oauth2/authorize?${query}`).catch(() => undefined);
    const text = response?.text ?? '';
    if (/invalid[ _.]?client/i.test(text)) return add('app-unknown', { appId });
    if (/invalid[ _.]?redirect/i.test(text)) continue;
    if (!response || response.status >= 400)
      return add('sign-in-page-failed', { status: String(response?.status ?? '–') });
    accepted.push(redirect);
  }
  reportApplication({ appId, redirects, accepts: (redirect) => accepted.includes(redirect) }, add);
}

/** Reports a known application, and which redirect addresses it accepts. */
export function reportApplication(
  {
    appId,
    redirects,
    accepts,
  }: { appId: string; redirects: readonly string[]; accepts: (redirect: string) => boolean },
  add: AddFinding,
): void {
  add('app-known', { appId });
  for (const redirect of redirects.filter(accepts)) add('redirect-accepted', { redirect });
  for (const redirect of redirects.filter((each) => !accepts(each))) add('redirect-refused', { redirect });
}

const groupSchema = z.object({ title: z.string(), orgId: z.string().nullish() });

async function checkGroup(
  request: RequestPortal,
  { address, adminGroupId: group, account }: PortalToCheck,
  home: string | undefined,
  add: AddFinding,
): Promise<void> {
  if (account && home && account.orgId !== home) add('not-member', { username: account.username });
  if (group === '') return add('group-missing');
  const form = { f: 'json', ...(account && { token: account.token }) };
  const response = await request(`${rest(address)}/community/groups/${encodeURIComponent(group)}`, {
    form,
  }).catch(() => undefined);
  const found = parse(groupSchema, response?.text ?? '');
  if (found && home && found.orgId && found.orgId !== home)
    return add('group-elsewhere', { title: found.title, found: found.orgId });
  reportGroup({ group, title: found?.title, account }, add);
}

/** Reports the administrators' group, and whether an account is a member of it. */
export function reportGroup(
  {
    group,
    title: found,
    account,
  }: { group: string; title: string | undefined; account?: PortalAccount | undefined },
  add: AddFinding,
): void {
  const { username = '', groups = [] } = account ?? {};
  const own = groups.find(({ id }) => id === group);
  const title = found ?? own?.title;
  if (title === undefined) return add(account ? 'group-unknown' : 'group-unseen', { group, username });
  add('group-found', { title });
  if (account) add(own ? 'administrator' : 'not-administrator', { username, title });
}

const accountSchema = z.object({
  username: z.string(),
  orgId: z.string().nullish(),
  groups: z.array(z.object({ id: z.string(), title: z.string().default('') })).default([]),
});

/** The owner of a token of this portal; undefined when the portal rejects it. */
export async function readAccount(
  request: RequestPortal,
  address: string,
  token: string,
): Promise<PortalAccount | undefined> {
  const form = { f: 'json', token };
  const response = await request(`${rest(address)}/community/self`, { form }).catch(() => undefined);
  const account = parse(accountSchema, response?.text ?? '');
  if (!account) return undefined;
  return { ...account, orgId: account.orgId ?? undefined, token };
}

const totalSchema = z.object({ total: z.number() });

/** What visitors find in the portal: maps, basemaps, and whether addresses can be searched. */
async function checkContent(
  request: RequestPortal,
  address: string,
  self: PortalSelf,
  add: AddFinding,
): Promise<void> {
  const totalOf = async (path: string, q: string) => {
    const query = new URLSearchParams({ f: 'json', num: '1', q });
    const response = await request(`${rest(address)}/${path}?${query}`).catch(() => undefined);
    return parse(totalSchema, response?.text ?? '')?.total;
  };
  const maps = await totalOf('search', 'type:"Web Map"');
  if (maps === undefined) add('search-failed');
  else add('search', { total: String(maps) });
  const query =
    (self.useVectorBasemaps && self.vectorBasemapGalleryGroupQuery) || self.basemapGalleryGroupQuery;
  if (!query) add('no-basemaps');
  else add((await totalOf('community/groups', query)) ? 'basemaps' : 'basemaps-unseen', { query });
  const [locator] = self.helperServices?.geocode ?? [];
  if (locator) add('geocoder', { url: locator.url });
  else add('no-geocoder');
}

import type { PortalFinding } from '../../../../wire/portal-check.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import {
  checkPortal,
  type PortalAccount,
  type PortalCheck,
  reportApplication,
  reportGroup,
} from '../../../../wire/portal-examination/check-portal.ts';
import type { AddFinding } from '../../../../wire/portal-examination/read-portal.ts';
import { createPortalRequest } from '../../../platform/portal-check/request.ts';
import type { AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

/** Access to portals and their applications. */
export interface SignInProbe {
  /** Public address of this server, without a trailing slash. */
  publicUrl: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  embedded: {
    /** Whether an address is that of the embedded portal. */
    isAt(address: string): boolean;
    /** Whether the embedded portal has an organisation at this address. */
    hasOrganisation(address: string): Promise<boolean>;
    /** Redirect addresses of an application for the organisation at an address; undefined: there is none. */
    redirectsOf(address: string, appId: string): Promise<readonly string[] | undefined>;
    /** Titles of groups of the organisation at an address, by id: those that the owner of a token, or a visitor, may see. */
    groupTitles(
      address: string,
      ids: readonly string[],
      token: string | undefined,
    ): Promise<ReadonlyMap<string, string>>;
  };
}

/** Portal settings as they may be saved. */
export interface UnsavedPortal {
  url: string;
  appId: string;
  organisationId: string;
  adminGroupId: string;
}

/** Addresses to which a portal must send the people of an organisation back. */
export function redirectsFor(publicUrl: string, organisation: string, origin?: string): string[] {
  const origins = [new URL(publicUrl).origin];
  if (origin !== undefined && URL.canParse(origin)) origins.push(new URL(origin).origin);
  return [...new Set(origins)].map((each) => `${each}/${organisation}/signed-in`);
}

/** The address of a portal as it is requested; undefined for an invalid URL. */
export function addressOf(url: string, publicUrl: string): string | undefined {
  if (!/^(https?:\/\/|\/(?!\/))/i.test(url) || !URL.canParse(url, publicUrl)) return undefined;
  const { search, hash } = new URL(url, publicUrl);
  return portalAddress(search + hash ? url.slice(0, url.search(/[?#]/)) : url, publicUrl);
}

/**
 * Checks portal settings that are not saved: over the network like any other portal, the embedded one in this process.
 * @param account who has signed in there, if anyone
 */
export async function examinePortal(
  probe: SignInProbe,
  portal: UnsavedPortal,
  {
    redirects,
    account,
    only,
  }: { redirects: readonly string[]; account?: PortalAccount | undefined; only?: 'signIn' },
): Promise<PortalCheck> {
  const address = addressOf(portal.url.trim(), probe.publicUrl);
  if (address === undefined)
    return {
      findings: [{ code: 'no-address', values: { address: portal.url } }],
      organisationId: undefined,
    };
  const origins = redirects.map((redirect) => new URL(redirect).origin);
  const input = { ...portal, address, appId: portal.appId.trim(), redirects, origins, account };
  if (probe.embedded.isAt(address)) return examineEmbedded(probe, input);
  return checkPortal(createPortalRequest(probe.allowedPrivateHosts), input, only && { only });
}

async function examineEmbedded(
  { embedded }: SignInProbe,
  { address, appId, adminGroupId: group, redirects, account }: Parameters<typeof checkPortal>[1],
): Promise<PortalCheck> {
  const findings: PortalFinding[] = [];
  const add: AddFinding = (code, values = {}) => findings.push({ code, values });
  const done = { findings, organisationId: undefined };
  if (!(await embedded.hasOrganisation(address))) {
    add('not-a-portal', { address, status: '400' });
    return done;
  }
  add('embedded');
  const registered = appId === '' ? undefined : await embedded.redirectsOf(address, appId);
  if (appId === '') add('app-id-missing');
  else if (!registered) add('app-unknown', { appId });
  else reportApplication({ appId, redirects, accepts: (redirect) => registered.includes(redirect) }, add);
  if (group === '') add('group-missing');
  else {
    const titles = await embedded.groupTitles(address, [group], account?.token);
    reportGroup({ group, title: titles.get(group), account }, add);
  }
  return done;
}

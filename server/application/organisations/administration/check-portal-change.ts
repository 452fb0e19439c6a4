import type { IncomingHttpHeaders } from 'node:http';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { MappingError, type Fault } from '../../../../wire/errors.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import { describeFinding, kindOf, type PortalFinding } from '../../../../wire/portal-check.ts';
import type { Identify } from '../../../platform/membership/identify.ts';
import type { PresentedToken } from '../../../platform/membership/presented-token.ts';
import { wrongOf } from '../../../platform/portal-check/check-portal.ts';
import { examinePortal, redirectsFor, type SignInProbe } from './examine-portal.ts';
import { invalidConfig } from './read-config.ts';
import { readTrial, type TrialTokens, withTrial } from './trial-sign-in.ts';

/**
 * Checks before prompting for a sign-in that the address is that of a responding ArcGIS portal which pages may
 * read, and the App ID that of an application that allows sign-ins. A portal that cannot be reached is not
 * saved; the operator can do so (`npm run org -- import`).
 * @throws MappingError `config:invalid` (400)
 */
async function checkSignInWorks(probe: SignInProbe, organisation: string, config: AppConfig): Promise<void> {
  if (config.portal.appId === '')
    throw invalidConfig([
      { path: 'portal.appId', message: 'Enter an App ID. Without one no one can sign in.' },
    ]);
  const redirects = redirectsFor(probe.publicUrl, organisation);
  const { findings } = await examinePortal(probe, config.portal, { redirects, only: 'signIn' });
  const faults = wrongOf(findings).map(faultOf);
  if (faults.length > 0) throw invalidConfig(faults);
}

function faultOf(finding: PortalFinding): Fault {
  const { code, values } = finding;
  return { path: kindOf(finding).path ?? 'portal.url', message: describeFinding(finding), code, values };
}

export interface PortalChangeOptions {
  signIn: SignInProbe;
  identify: Identify;
  /** The token endpoint of the portal at an address. */
  tokensOf: (address: string) => TrialTokens;
}

interface PortalChange {
  organisation: string;
  /** The current config, as it was saved. */
  before: AppConfig;
  after: AppConfig;
  token: PresentedToken;
  headers: IncomingHttpHeaders;
}

/**
 * Prevents administrators from locking the organisation out. Another portal address or App ID takes effect
 * only together with a sign-in made with them (docs/decisions/0016), by a member of the future
 * administrators' group; another group only when the caller is a member of it.
 * @throws MappingError `config:invalid` (400), `config:sign-in-needed` (409)
 */
export async function checkPortalChange(
  { signIn, identify, tokensOf }: PortalChangeOptions,
  { organisation, before, after, token, headers }: PortalChange,
): Promise<void> {
  if (after.portal.signIn === 'anonymous' && before.portal.signIn !== 'anonymous')
    throw invalidConfig([
      {
        path: 'portal.signIn',
        message:
          'No one could sign in any more or revert this change. The operator can set it with an import.',
      },
    ]);
  const address = portalAddress(after.portal.url, signIn.publicUrl);
  const same =
    portalAddress(before.portal.url, signIn.publicUrl) === address &&
    before.portal.appId === after.portal.appId;
  if (same) return checkStillAdministrator(identify, token, { before, after });
  await checkSignInWorks(signIn, organisation, after);
  const trial = readTrial(headers);
  if (!trial) {
    throw new MappingError(
      'config:sign-in-needed',
      'Sign in with the new portal URL and App ID first. Nothing has been saved.',
      { status: 409 },
    );
  }
  const { appId } = after.portal;
  const agent = headers['user-agent'];
  await withTrial(tokensOf(address), trial, { appId, agent }, async ({ token: granted, username }) => {
    const member = await identify(after, { token: granted, portal: address }, { fresh: true });
    if (!member) {
      const message = `${username} is not a member of the organisation at this address.`;
      throw invalidConfig([{ path: 'portal.url', message }]);
    }
    if (!member.isAdmin) {
      const message = `${member.username} isn’t a member of this group, so there would be no known administrator. Choose another group, or sign in as one of its members.`;
      throw invalidConfig([{ path: 'portal.adminGroupId', message }]);
    }
  }).catch((cause: unknown) => {
    if (!(cause instanceof MappingError) || cause.status >= 500 || cause.id === 'config:invalid') throw cause;
    throw invalidConfig([
      { path: 'portal.appId', message: `The portal refused the sign-in: ${cause.message}` },
    ]);
  });
}

async function checkStillAdministrator(
  identify: Identify,
  token: PresentedToken,
  { before, after }: { before: AppConfig; after: AppConfig },
): Promise<void> {
  const changed = (['organisationId', 'adminGroupId'] as const).filter(
    (name) => before.portal[name] !== after.portal[name],
  );
  if (changed.length === 0) return;
  const member = await identify(after, token);
  if (member?.isAdmin) return;
  if (!member && changed.includes('organisationId'))
    throw invalidConfig([
      {
        path: 'portal.organisationId',
        message: 'Your account isn’t in this organisation, so you would lose administrator access.',
      },
    ]);
  throw invalidConfig([
    {
      path: 'portal.adminGroupId',
      message: 'You aren’t in this group, so you would lose administrator access. Join it first.',
    },
  ]);
}

import type { IncomingHttpHeaders } from 'node:http';
import { trialHeader, type TrialSignIn, trialSignInSchema } from '../../../../wire/administration.ts';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { MappingError, type Fault } from '../../../../wire/errors.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import { describeFinding, kindOf, type PortalFinding } from '../../../../wire/portal-check.ts';
import type { Identify, PresentedToken } from '../../../platform/membership/identify.ts';
import { wrongOf } from '../../../../wire/portal-examination/check-portal.ts';
import { examinePortal, redirectsFor, type SignInProbe } from './examine-portal.ts';
import { invalidConfig } from './replace-config.ts';

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
  bindings: PortalBindings;
}

/** Which portal organisation of this server organisations belong to. */
interface PortalBindings {
  of(organisation: string): Promise<string | null>;
  /** The portal organisation at the address of a config; null for any other portal. */
  at(organisation: string, config: AppConfig): Promise<string | null>;
  /** Whether the owner of a token may let other organisations join the portal organisation. */
  mayBind(token: string, portalOrgId: string): Promise<boolean>;
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
 * administrators' group; another group only when the caller is a member of it. A portal organisation of this server that the
 * organisation does not belong to also requires that the sign-in is by one of its administrators: the organisation's
 * administrators will read its audit log.
 * @returns the portal organisation that the organisation belongs to with this config; undefined: as before
 * @throws MappingError `config:invalid` (400), `config:sign-in-needed` (409)
 */
export async function checkPortalChange(
  { signIn, identify, tokensOf, bindings }: PortalChangeOptions,
  { organisation, before, after, token, headers }: PortalChange,
): Promise<string | null | undefined> {
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
  if (same) {
    await checkStillAdministrator(identify, token, { before, after });
    return undefined;
  }
  await checkSignInWorks(signIn, organisation, after);
  const trial = readTrial(headers);
  if (!trial) {
    throw new MappingError(
      'config:sign-in-needed',
      'Sign in with the new portal URL and App ID first. Nothing has been saved.',
      { status: 409 },
    );
  }
  const joined = await bindings.at(organisation, after);
  const joins = joined !== null && joined !== (await bindings.of(organisation));
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
    if (joins && !(await bindings.mayBind(granted, joined))) {
      const message = `${member.username} doesn’t administer the portal organisation at this address, which “${organisation}” doesn’t belong to. Sign in as one of its administrators, or ask the operator to change the address.`;
      throw invalidConfig([{ path: 'portal.url', message }]);
    }
  }).catch((cause: unknown) => {
    if (!(cause instanceof MappingError) || cause.status >= 500 || cause.id === 'config:invalid') throw cause;
    throw invalidConfig([
      { path: 'portal.appId', message: `The portal refused the sign-in: ${cause.message}` },
    ]);
  });
  return joined;
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

/** The token endpoint of a portal, as far as a trial sign-in needs it. */
interface TrialTokens {
  grant(
    parameters: Record<string, string>,
    agent: string | undefined,
  ): Promise<{ access_token: string; username: string; refresh_token?: string | undefined }>;
  revoke(token: string, appId: string): Promise<void>;
}

/** The trial sign-in in a request; undefined if there is none or it is invalid. */
export function readTrial(headers: IncomingHttpHeaders): TrialSignIn | undefined {
  const given = headers[trialHeader];
  if (typeof given !== 'string') return undefined;
  try {
    return trialSignInSchema.parse(JSON.parse(Buffer.from(given, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/**
 * Exchanges the code of a trial for a token, which is revoked afterwards: the trial opens no session.
 * @throws MappingError with the portal's refusal (below 500), `membership:portal-unreachable` (503)
 */
export async function withTrial<Result>(
  tokens: TrialTokens,
  trial: TrialSignIn,
  { appId, agent }: { appId: string; agent: string | undefined },
  use: (granted: { token: string; username: string }) => Promise<Result>,
): Promise<Result> {
  const granted = await tokens.grant(
    {
      grant_type: 'authorization_code',
      client_id: appId,
      code: trial.code,
      redirect_uri: trial.redirectUri,
      code_verifier: trial.codeVerifier,
    },
    agent,
  );
  try {
    return await use({ token: granted.access_token, username: granted.username });
  } finally {
    await tokens.revoke(granted.refresh_token ?? granted.access_token, appId).catch(() => undefined);
  }
}

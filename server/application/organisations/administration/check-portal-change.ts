import type { IncomingHttpHeaders } from 'node:http';
import { type TrialSignIn, trialHeader, trialSignInSchema } from '../../../../wire/administration.ts';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { MappingError, type Fault } from '../../../../wire/errors.ts';
import { portalAddress } from '../../../../wire/portal-address.ts';
import type { Identify } from '../../../platform/membership/identify.ts';
import type { PresentedToken } from '../../../platform/membership/presented-token.ts';
import { safeFetch, type AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';
import { invalidConfig } from './read-config.ts';

/** Access to portals and their applications. */
interface SignInProbe {
  /** Public address of this server, without a trailing slash. */
  publicUrl: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Whether an address is that of the embedded portal. */
  isEmbedded(address: string): boolean;
  /** Whether the embedded portal has this application with this redirect address. */
  knowsApp(appId: string, redirectUri: string): Promise<boolean>;
}

const milliseconds = 10_000;

/**
 * Checks before prompting for a sign-in that the address is that of a responding ArcGIS portal, and the App
 * ID that of an application that allows sign-ins. An unreachable portal is not saved; the operator can do so
 * (`npm run org -- import`).
 * @throws MappingError `config:invalid` (400)
 */
async function checkSignInWorks(probe: SignInProbe, organisation: string, config: AppConfig): Promise<void> {
  const { url, appId } = config.portal;
  const portal = new URL(url, probe.publicUrl).href.replace(/\/+$/, '');
  const redirectUri = `${probe.publicUrl}/${organisation}/signed-in`;
  if (appId === '') throw invalidConfig([noApp('Enter an App ID. Without one no one can sign in.')]);
  if (probe.isEmbedded(portal)) {
    if (await probe.knowsApp(appId, redirectUri)) return;
    throw invalidConfig([noApp(`The portal has no such application with the redirect URL ${redirectUri}.`)]);
  }
  await checkPortal(probe, portal, config.portal.organisationId);
  await checkApp(probe, portal, { appId, redirectUri });
}

async function checkPortal(
  { allowedPrivateHosts }: SignInProbe,
  portal: string,
  organisationId: string,
): Promise<void> {
  const { status, text } = await ask(`${portal}/sharing/rest/portals/self?f=json`, allowedPrivateHosts);
  const answer = status === 200 ? readPortal(text) : undefined;
  if (!answer) {
    throw invalidConfig([
      {
        path: 'portal.url',
        message: `${portal} responds, but it isn’t an ArcGIS portal. Enter the address without /home and without /sharing/rest.`,
      },
    ]);
  }
  if (answer.organisationId !== undefined || organisationId !== '') return;
  throw invalidConfig([
    {
      path: 'portal.organisationId',
      message: `${portal} shows visitors no organisation. Enter the id of yours, so that only its members count as members.`,
    },
  ]);
}

/**
 * Requests the sign-in page as a browser would: portals reject unknown applications and redirect addresses
 * there.
 */
async function checkApp(
  { allowedPrivateHosts }: SignInProbe,
  portal: string,
  { appId, redirectUri }: { appId: string; redirectUri: string },
): Promise<void> {
  const query = new URLSearchParams({
    client_id: appId,
    response_type: 'code',
    redirect_uri: redirectUri,
  });
  const { status, text } = await ask(`${portal}/sharing/rest/oauth2/authorize?${query}`, allowedPrivateHosts);
  if (status < 400 && !/invalid[ _.]?(client|redirect)/i.test(text)) return;
  throw invalidConfig([
    noApp(
      `The portal has no such application with the redirect URL ${redirectUri}. Register it there first.`,
    ),
  ]);
}

async function ask(
  address: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<{ status: number; text: string }> {
  try {
    return await safeFetch(address, {}, { allowedPrivateHosts, milliseconds });
  } catch (cause) {
    if (!(cause instanceof MappingError)) throw cause;
    throw invalidConfig([{ path: 'portal.url', message: `${cause.message} Nothing was saved.` }]);
  }
}

/**
 * Reads an answer of `portals/self`. ArcGIS Enterprise and organisations of ArcGIS Online give their id, `www.arcgis.com` gives
 * visitors no organisation, and portals without anonymous access require a token.
 * @returns undefined for anything else
 */
function readPortal(text: string): { organisationId: string | undefined } | undefined {
  try {
    const answer = JSON.parse(text) as { id?: unknown; portalMode?: unknown; error?: { code?: unknown } };
    if (answer.error) return answer.error.code === 499 ? { organisationId: undefined } : undefined;
    if (typeof answer.id === 'string') return { organisationId: answer.id };
    return typeof answer.portalMode === 'string' ? { organisationId: undefined } : undefined;
  } catch {
    return undefined;
  }
}

function noApp(message: string): Fault {
  return { path: 'portal.appId', message };
}

/** The token endpoint of a portal, as far as a trial sign-in needs it. */
interface TrialTokens {
  grant(
    parameters: Record<string, string>,
    agent: string | undefined,
  ): Promise<{ access_token: string; username: string; refresh_token?: string | undefined }>;
  revoke(token: string, appId: string): Promise<void>;
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
  const tokens = tokensOf(address);
  const granted = await tokens
    .grant(
      {
        grant_type: 'authorization_code',
        client_id: appId,
        code: trial.code,
        redirect_uri: trial.redirectUri,
        code_verifier: trial.codeVerifier,
      },
      headers['user-agent'],
    )
    .catch((cause: unknown) => {
      if (!(cause instanceof MappingError) || cause.status >= 500) throw cause;
      throw invalidConfig([
        { path: 'portal.appId', message: `The portal refused the sign-in: ${cause.message}` },
      ]);
    });
  try {
    const member = await identify(after, { token: granted.access_token, portal: address }, { fresh: true });
    if (!member) {
      const message = `${granted.username} is not a member of the organisation at this address.`;
      throw invalidConfig([{ path: 'portal.url', message }]);
    }
    if (!member.isAdmin) {
      const message = `${member.username} is not in this group of the portal, so that nobody is known to administer. Name another group, or sign in as someone of it.`;
      throw invalidConfig([{ path: 'portal.adminGroupId', message }]);
    }
  } finally {
    // The trial opens no session.
    await tokens.revoke(granted.refresh_token ?? granted.access_token, appId).catch(() => undefined);
  }
}

function readTrial(headers: IncomingHttpHeaders): TrialSignIn | undefined {
  const given = headers[trialHeader];
  if (typeof given !== 'string') return undefined;
  try {
    return trialSignInSchema.parse(JSON.parse(Buffer.from(given, 'base64url').toString()));
  } catch {
    return undefined;
  }
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

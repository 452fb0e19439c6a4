import type { AppConfig } from '../../../wire/app-config.ts';
import { type Fault, MappingError } from '../../../wire/errors.ts';
import { safeFetch, type AllowedPrivateHosts } from '../../safety/safe-fetch.ts';
import { invalidConfig } from './read-config.ts';

/** What is known of portals and their applications. */
export interface SignInProbe {
  /** Where people find this server, without a trailing slash. */
  publicUrl: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Whether an address is that of the portal in this server. */
  isEmbedded(address: string): boolean;
  /** Whether the portal in this server has this application and lets it return to this address. */
  knowsApp(appId: string, redirectUri: string): Promise<boolean>;
}

const milliseconds = 10_000;

/**
 * Checks before anybody is asked to sign in that the portal address is that of an ArcGIS portal that answers, and the App ID
 * that of an application people can sign in with. What cannot be asked is not saved; the operator can
 * (`npm run org -- import`).
 * @throws MappingError `config:invalid` (400)
 */
export async function checkSignInWorks(
  probe: SignInProbe,
  organisation: string,
  config: AppConfig,
): Promise<void> {
  const { url, appId } = config.portal;
  const portal = new URL(url, probe.publicUrl).href.replace(/\/+$/, '');
  const redirectUri = `${probe.publicUrl}/${organisation}/signed-in`;
  if (appId === '') throw invalidConfig([noApp('Enter an App ID. Without one nobody can sign in.')]);
  if (probe.isEmbedded(portal)) {
    if (await probe.knowsApp(appId, redirectUri)) return;
    throw invalidConfig([noApp(`The portal has no such application that may return to ${redirectUri}.`)]);
  }
  await checkPortal(probe, portal);
  await checkApp(probe, portal, { appId, redirectUri });
}

async function checkPortal({ allowedPrivateHosts }: SignInProbe, portal: string): Promise<void> {
  const { status, text } = await ask(`${portal}/sharing/rest/portals/self?f=json`, allowedPrivateHosts);
  if (status === 200 && isPortal(text)) return;
  throw invalidConfig([{ path: 'portal.url', message: `${portal} answers, but is no ArcGIS portal.` }]);
}

/** Opens the sign-in page as a browser would: portals refuse unknown applications and return addresses there. */
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
      `The portal has no such application, or it may not return to ${redirectUri}. Register it there first.`,
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

function isPortal(text: string): boolean {
  try {
    const { id, access } = JSON.parse(text) as { id?: unknown; access?: unknown };
    return typeof id === 'string' && typeof access === 'string';
  } catch {
    return false;
  }
}

function noApp(message: string): Fault {
  return { path: 'portal.appId', message };
}

import type { AppConfig, IntegrationConfig } from '../../../../wire/app-config.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { typeConfig } from '../../../../wire/integration-config.ts';
import type { Health } from '../../../../wire/integration-health.ts';
import { templateOrigin } from '../../../../wire/integration-url.ts';
import { cityworksSession } from '../cityworks/session.ts';
import { siteAddress } from '../cityworks/site-address.ts';
import { checkTokenHost } from '../cityworks/token-host.ts';
import { safeFetch, type AllowedPrivateHosts } from '../../../platform/safety/safe-fetch.ts';

export interface CheckOptions {
  config: AppConfig;
  credentials: Record<string, string>;
  /** Where this server answers. */
  origin: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  cityworksTokenHosts: ReadonlySet<string>;
}

const ok: Health = { state: 'ok', message: '' };
const googleScript = 'https://maps.googleapis.com/maps/api/js';
/** The address of the vendor's script for a version. */
const streetSmartScript = (version: string) =>
  `https://streetsmart.cyclomedia.com/api/v${version}/StreetSmartApi.js`;

/** Looks whether an integration would work just now: is the script a script, the page there, the sign-in good, framing allowed. */
export async function checkIntegration(
  integration: IntegrationConfig,
  options: CheckOptions,
): Promise<Health> {
  try {
    return await checkers[integration.type](integration, options);
  } catch (error) {
    const known = error instanceof MappingError ? error : undefined;
    const state = known?.id === 'cityworks:sign-in-refused' ? 'unauthorized' : 'unavailable';
    return { state, message: known?.message ?? 'The check failed.' };
  }
}

type Checker = (integration: IntegrationConfig, options: CheckOptions) => Promise<Health>;

const checkers: Record<IntegrationConfig['type'], Checker> = {
  async panorama({ config }, { origin, allowedPrivateHosts }) {
    const { photos } = typeConfig('panorama', config);
    if (!photos) return { state: 'misconfigured', message: 'No photos are configured.' };
    const address = new URL(photos, origin);
    return expectJson(address.href, isOwn(address, origin) || allowedPrivateHosts);
  },
  panoramax: ({ config }, { allowedPrivateHosts }) =>
    expectJson(typeConfig('panoramax', config).api, allowedPrivateHosts),
  async streetview({ config }, { credentials, allowedPrivateHosts }) {
    const { viewer, termsAccepted } = typeConfig('streetview', config);
    // Without its viewer it is a link, which needs nothing.
    if (viewer === 'window' || !termsAccepted) return ok;
    if (!credentials['apiKey'])
      return { state: 'misconfigured', message: 'The synced viewer needs an API key.' };
    // Asked without the key: it is limited to browsers at this address, and has no business in a log.
    return checkScript(googleScript, allowedPrivateHosts);
  },
  async cyclomedia({ config }, { credentials, allowedPrivateHosts }) {
    const { apiVersion, login, clientId } = typeConfig('cyclomedia', config);
    if (!credentials['apiKey']) return { state: 'misconfigured', message: 'An API key is needed.' };
    if (login === 'password' && !(credentials['username'] && credentials['password']))
      return { state: 'misconfigured', message: 'User name and password are needed.' };
    if (login === 'oauth' && !clientId)
      return { state: 'misconfigured', message: 'OAuth needs config.clientId.' };
    return checkScript(streetSmartScript(apiVersion), allowedPrivateHosts);
  },
  async cityworks(integration, options) {
    const { server, login } = typeConfig('cityworks', integration.config);
    if (!server) return checkFraming(integration, options);
    if (login === 'gis-token') {
      checkTokenHost(siteAddress(server, options).server, options.cityworksTokenHosts);
      return ok;
    }
    const { username = '', password = '' } = options.credentials;
    if (!username || !password)
      return { state: 'misconfigured', message: 'User name and password are needed.' };
    await cityworksSession({ ...siteAddress(server, options), username, password }).call(
      'Ams/ServiceRequest/Problems',
      {},
    );
    return ok;
  },
  url: checkFraming,
};

/** A script that was withdrawn is answered with 200 and a page: what it is decides, not the status. */
export async function checkScript(
  address: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<Health> {
  const { status, headers, text } = await safeFetch(
    address,
    { headers: { accept: '*/*' } },
    { allowedPrivateHosts, bytes: 30_000_000 },
  );
  const isScript = /javascript|ecmascript/.test(headers.get('content-type') ?? '') && !/^\s*</.test(text);
  if (status === 200 && isScript) return ok;
  if (status >= 500)
    return { state: 'unavailable', message: `${new URL(address).hostname} answers with ${status}.` };
  return {
    state: 'retired',
    message: `${address} is no script any more. Set a version that the vendor still serves.`,
  };
}

/** Whether it is this server itself, which is asked at its own door. What an address leads to decides, and not how it begins. */
function isOwn(address: URL, origin: string): boolean {
  return address.origin === new URL(origin).origin;
}

async function expectJson(address: string, allowedPrivateHosts: AllowedPrivateHosts): Promise<Health> {
  const { status, text } = await safeFetch(address, {}, { allowedPrivateHosts, bytes: 20_000_000 });
  if (status === 401 || status === 403)
    return { state: 'unauthorized', message: `${address} refuses visitors.` };
  if (status === 200 && /^\s*[[{]/.test(text)) return ok;
  return { state: 'unavailable', message: `${address} does not answer with data (${status}).` };
}

async function checkFraming(
  { url = '', display }: IntegrationConfig,
  { origin, allowedPrivateHosts }: CheckOptions,
): Promise<Health> {
  const address = new URL(url.replaceAll(/\{[^}]*\}/g, '0'), origin);
  const { status, headers } = await safeFetch(
    address.href,
    {},
    { allowedPrivateHosts: isOwn(address, origin) || allowedPrivateHosts },
  );
  if (status >= 400)
    return { state: 'unavailable', message: `${templateOrigin(url, origin)} answers with ${status}.` };
  const ancestors = /frame-ancestors([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  const refuses = headers.has('x-frame-options') || (ancestors !== undefined && !ancestors.includes('*'));
  if (display === 'frame' && refuses)
    return {
      state: 'refuses-frames',
      message: 'The page does not let itself be framed by others. Show it as a window.',
    };
  return ok;
}

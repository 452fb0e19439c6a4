import type { FastifyInstance } from 'fastify';
import type { AppConfig, IntegrationConfig } from '../../../wire/app-config.ts';
import type { IntegrationType, TypeConfig } from '../../../wire/integrations/integration-config.ts';
import type { Health } from '../../../wire/integration-health.ts';
import { limits } from '../../limits.ts';
import { type AllowedPrivateHosts, safeFetch } from '../../platform/safety/safe-fetch.ts';
import type { Directives } from '../../platform/http/content-policy.ts';
import type { IntegrationOptions } from './call.ts';
import { templateOrigin } from '../../../wire/integration-url.ts';

/** The two origins of an installation. */
export interface Origins {
  /** Of the application, which holds the pages in frames. */
  application: string;
  /** Of the pages of integrations. */
  pages: string;
}

export interface CheckOptions {
  config: AppConfig;
  credentials: Record<string, string>;
  /** Address of this server. */
  origin: string;
  /** Public address of the application, which frames the pages. */
  publicUrl: string;
  allowedPrivateHosts: AllowedPrivateHosts;
  cityworksTokenHosts: ReadonlySet<string>;
}

/** The server's part of a kind of integration: `integration-kinds/{kind}/server.ts` (docs/adding-an-integration.md). */
export interface ServerKind<Type extends IntegrationType = IntegrationType> {
  /** What the page may load besides its own files. */
  policy?(options: TypeConfig<Type>, origins: Origins): Directives;
  /** The `<meta>` elements of the page: names and contents. */
  facts?(options: TypeConfig<Type>): Record<string, string>;
  /** Whether it would work now. An error thrown is reported as `unavailable`. */
  check(integration: IntegrationConfig, options: CheckOptions): Promise<Health>;
  /** What its page requests of this server, below `/api/{org}/integrations/{id}/`. */
  routes?(app: FastifyInstance, options: IntegrationOptions): Promise<void>;
}

export const ok: Health = { state: 'ok', message: '' };

/** A withdrawn script is answered with 200 and a page, so the content type decides, not the status. */
export async function checkScript(
  address: string,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<Health> {
  const { status, headers, text } = await safeFetch(
    address,
    { headers: { accept: '*/*' } },
    { allowedPrivateHosts, beginning: limits.recognisedBytes },
  );
  const isScript = /javascript|ecmascript/.test(headers.get('content-type') ?? '') && !/^\s*</.test(text);
  if (status === 200 && isScript) return ok;
  if (status >= 500)
    return { state: 'unavailable', message: `${new URL(address).hostname} responds with ${status}.` };
  return {
    state: 'retired',
    message: `${address} is no longer a script. Set a version that the vendor still serves.`,
  };
}

/** Whether an address returns JSON to anonymous visitors. */
export async function checkJson(address: string, allowedPrivateHosts: AllowedPrivateHosts): Promise<Health> {
  const beginning = limits.recognisedBytes;
  const { status, text } = await safeFetch(address, {}, { allowedPrivateHosts, beginning });
  if (status === 401 || status === 403)
    return { state: 'unauthorized', message: `${address} refuses visitors.` };
  if (status === 200 && /^\s*[[{]/.test(text)) return ok;
  return { state: 'unavailable', message: `${address} does not respond with data (${status}).` };
}

/** Whether the page at an integration's URL exists and, if it is shown in a frame, allows framing. */
export async function checkFraming(
  { url = '', display }: IntegrationConfig,
  { origin, publicUrl, allowedPrivateHosts }: CheckOptions,
): Promise<Health> {
  const address = new URL(url.replaceAll(/\{[^{}]*\}/g, '0'), origin);
  const { status, headers } = await safeFetch(
    address.href,
    {},
    { allowedPrivateHosts: isOwn(address, origin) || allowedPrivateHosts, beginning: 0 },
  );
  if (status >= 400)
    return { state: 'unavailable', message: `${templateOrigin(url, origin)} responds with ${status}.` };
  const application = new URL(publicUrl);
  // Pages of this server are shown at the application's own origin.
  const page = isOwn(address, origin) ? application : address;
  if (display === 'frame' && !allowsFraming(headers, page, application))
    return {
      state: 'refuses-frames',
      message: 'The page does not allow framing. Show it as a window.',
    };
  return ok;
}

/** Whether the headers of a page let the application frame it; browsers ignore the older header where there is a policy. */
function allowsFraming(headers: Headers, page: URL, application: URL): boolean {
  const policies = (headers.get('content-security-policy') ?? '').split(',');
  const lists = policies.flatMap(
    (policy) => /(?:^|;)\s*frame-ancestors(?=\s|;|$)([^;]*)/i.exec(policy)?.[1] ?? [],
  );
  if (lists.length === 0) {
    const older = headers.get('x-frame-options')?.trim().toLowerCase();
    return older === undefined || (older === 'sameorigin' && page.origin === application.origin);
  }
  return lists.every((list) =>
    list
      .split(/\s+/)
      .some((source) =>
        source === "'self'"
          ? page.origin === application.origin
          : isSource(source.toLowerCase(), application),
      ),
  );
}

/** Whether a source of a Content-Security-Policy, such as `https://*.example`, includes an origin. */
function isSource(source: string, { protocol, hostname, port }: URL): boolean {
  // A policy that names http includes https.
  const schemes = [protocol, 'http:'];
  if (source === '*' || schemes.includes(source)) return true;
  const [, scheme, wildcard, host, number] =
    /^(?:([a-z]+:)\/\/)?(\*\.)?([^*:/']+)(?::(\d+|\*))?(?:\/.*)?$/.exec(source) ?? [];
  const isHost = wildcard ? hostname.endsWith(`.${host}`) : hostname === host;
  return (
    isHost &&
    (scheme === undefined || schemes.includes(scheme)) &&
    (number === undefined ? port === '' : number === '*' || number === (port || defaultPorts[protocol]))
  );
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Whether an address belongs to this server, which may be on a private network. */
export function isOwn(address: URL, origin: string): boolean {
  return address.origin === new URL(origin).origin;
}

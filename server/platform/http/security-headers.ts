import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import plugin from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its responses are data, which browsers show without running or loading anything: they get the headers of data. */
    isData?: true;
  }
}

/**
 * Lets other pages frame a shared map: `/{org}/map/sid/{sid}?embed`, which contains no target for
 * clickjacking. Every other address may be framed by this origin only.
 *
 * @param address path and query of the request
 */
export function allowFraming(address: string, reply: FastifyReply): void {
  if (!isEmbedded(address)) return;
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
  reply.removeHeader('x-frame-options');
}

/** Whether an address is that of an embedded shared map. */
export function isEmbedded(address: string): boolean {
  const [path = '', query = ''] = address.split('#', 1)[0]?.split('?') ?? [];
  return (
    /^\/[^/]+\/map\/sid\/[1-9A-HJ-NP-Za-km-z]{16}$/.test(path) && new URLSearchParams(query).has('embed')
  );
}

/** Seconds of a year, for which browsers remember that the server uses TLS. */
const tlsSeconds = 31_536_000;

/** Where browsers report policy violations. */
const reports = '/api/reports';

/**
 * Device features pages may use: the location, for the map's own button, and the clipboard. Frames get some
 * of them by their `allow` only; `*` lets that reach pages with an opaque origin, which no list could name.
 */
export const permissions = [
  'geolocation=(self)',
  'clipboard-write=(self)',
  ...['fullscreen', 'gyroscope', 'accelerometer'].map((name) => `${name}=*`),
  ...['camera', 'microphone', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'].map(
    (name) => `${name}=()`,
  ),
].join(', ');

/**
 * The header `Content-Disposition` of a file, with its name as RFC 8187 writes it: `encodeURIComponent` leaves characters that the
 * header gives a meaning.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name?: string | null): string {
  if (!name) return kind;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

/** Headers of a response that shows nothing and is sent without hooks. */
export function bareHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${tlsSeconds}` }),
  };
}

/**
 * Headers of a response that is data. Those that restrict what a page may run, load and open restrict nothing here, and are longer than
 * many a response.
 */
function dataHeaders(publicUrl: string): Record<string, string> {
  return {
    ...bareHeaders(publicUrl),
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/**
 * Strict headers for every response. Scripts come from this server only; the ArcGIS SDK needs WebAssembly,
 * blob workers and inline styles (its components and the style engine insert style elements). An
 * organisation's pages get more hosts for connections, pictures and frames (`withSources`); nothing else
 * does.
 */
export const securityHeaders = plugin(async (app: FastifyInstance, options: { publicUrl: string }) => {
  const secure = options.publicUrl.startsWith('https:');
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", 'data:', 'blob:'],
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ["'self'"],
        'frame-ancestors': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'require-trusted-types-for': ["'script'"],
        // `default` is web/map/trusted-types.ts, `service-worker` registers that worker; the others belong to
        // the libraries that sanitize and render.
        'trusted-types': ['default', 'service-worker', 'dompurify', 'lit-html', "'allow-duplicates'"],
        'report-uri': [reports],
        'report-to': ['default'],
        ...(secure && { 'upgrade-insecure-requests': [] }),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: secure ? { maxAge: tlsSeconds } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  headers['reporting-endpoints'] = `default="${reports}"`;
  headers['permissions-policy'] = permissions;
  const ofData = dataHeaders(options.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(request.routeOptions.config?.isData ? ofData : headers);
    done();
  });
});

/** The headers for every response. Helmet would compute them for each request, which takes longer than routing it. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  const headers = Object.entries(response.getHeaders());
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}

/**
 * A page of another origin, which may be another port of this host, must neither use a cookie of this server nor replace it.
 * @throws MappingError `session:foreign-page` (403)
 */
export function checkSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const own = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  if (own && (site === undefined || site === 'same-origin')) return;
  throw new MappingError('session:foreign-page', 'Only pages of this server may do this.', { status: 403 });
}

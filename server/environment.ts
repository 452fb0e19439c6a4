import path from 'node:path';
import { z } from 'zod';
import { limits } from './limits.ts';
import type { AuditRetention } from './platform/audit/forget-acts-store.ts';
import { readSender, readSmtpUrl, type SmtpSettings } from './platform/mail/smtp-settings.ts';
import { faultsOf, MappingError } from '../wire/errors.ts';

/** A proxy by its address or network, or a group of them as `proxy-addr` names it. */
const isProxy = (text: string) =>
  /^(loopback|uniquelocal|linklocal)$/i.test(text) || (/^[0-9a-f.:/]+$/i.test(text) && /[.:]./.test(text));

const hostsPattern = /^[\w.[\]:-]+(\s*,\s*[\w.[\]:-]+)*$/;

/** An origin, as browsers write it: in lower case and without the port that its scheme implies. */
const originLike = (example: string) =>
  z
    .string()
    .refine(
      (text) => /^https?:\/\/[^/?#@]+$/i.test(text) && URL.canParse(text),
      `Specify scheme and host only, such as ${example}.`,
    )
    .transform((text) => new URL(text).origin);

/** Every environment variable of the product. `docs/operation.md` repeats this table for operators. */
const environmentSchema = z.object({
  /** TCP port of the HTTP server. */
  PORT: z.coerce.number().int('Specify a whole number.').min(0).max(65535).default(8080),
  /** Address to listen on; 0.0.0.0 serves the whole network. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Folder for the embedded database and other files of this installation. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** PostgreSQL connection string. Unset: an embedded PostgreSQL under DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Start with postgres:// or postgresql://.')
    .optional(),
  /** Replicas of that PostgreSQL, for reads that may lag. Unset: all reads are the primary's. */
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Start with postgres:// or postgresql://.')
    .optional(),
  /** Address used by browsers, when a proxy is in front of the server. */
  PUBLIC_URL: originLike('https://maps.example.org').optional(),
  /** Origin of the pages of integrations, which must differ from the application's. */
  INTEGRATIONS_URL: originLike('https://maps-pages.example.org').optional(),
  /** TCP port on which those pages are served; one above PORT when absent. */
  INTEGRATIONS_PORT: z.coerce.number().int('Specify a whole number.').min(0).max(65535).optional(),
  /** 32 bytes in base64: encrypts stored credentials. */
  SECRETS_KEY: z
    .string()
    .refine(
      (keys) => keys.split(',').every((key) => Buffer.from(key.trim(), 'base64').length === 32),
      'Specify 32 random bytes in base64 (openssl rand -base64 32).',
    )
    .optional(),
  /** Proxies in front of the server that may name the client address: their addresses, or `loopback`. Each computer in a network may. */
  TRUST_PROXY: z
    .string()
    .refine(
      (proxies) => proxies.split(',').every((proxy) => isProxy(proxy.trim())),
      'Specify the proxy’s own address (10.0.0.7), or “loopback” for one on this computer; separate several with commas.',
    )
    .optional(),
  /** The bearer token that reads /metrics; unset: there is no /metrics. */
  METRICS_TOKEN: z.string().min(16, 'Specify at least 16 characters.').optional(),
  /** Private hosts that may be requested: `no`, `yes`, or hosts (`name`, `name:port`) separated by commas. */
  ALLOWED_PRIVATE_HOSTS: z
    .string()
    .regex(hostsPattern, 'Enter no, yes, or host names with an optional port, separated by commas.')
    .refine(
      (given) => !/^(true|on|1|false|off|0)$/i.test(given),
      'Write yes to allow all private hosts, no to allow none, or the names of hosts.',
    )
    .default('no'),
  /**
   * Cityworks servers (`name`, `name:port`, separated by commas) that may receive a member's identity by
   * token.
   */
  CITYWORKS_TOKEN_HOSTS: z
    .string()
    .regex(hostsPattern, 'Enter host names with an optional port, separated by commas.')
    .optional(),
  /** The server that sends mail: `smtp://` or `smtps://`, with a user and password if it needs them. */
  SMTP_URL: z
    .string()
    .refine(
      (text) => readSmtpUrl(text) !== undefined,
      'Specify smtp://host:587 or smtps://host:465, with user:password@ before the host if the server needs them; write special characters as %XX.',
    )
    .optional(),
  /** The sender of its messages. */
  SMTP_FROM: z
    .string()
    .refine(
      (text) => readSender(text) !== undefined,
      'Specify an address such as maps@example.org, or City maps <maps@example.org>.',
    )
    .optional(),
  /** A statement that takes longer than this is logged. */
  SLOW_QUERY_MILLISECONDS: z.coerce.number().int('Specify a whole number.').min(1).default(500),
  /** Whether browsers may install the service worker; `off` removes it from those that have. */
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  /** Maximum size of uploaded files, in megabytes. */
  UPLOAD_MEGABYTES: z.coerce
    .number()
    .int('Specify a whole number.')
    .min(1)
    .max(100_000)
    .default(limits.uploadBytes / 1_000_000),
  /** Days for which audit entries are stored, and entries of one organisation; the oldest are deleted. */
  AUDIT_DAYS: z.coerce.number().int('Specify a whole number.').min(1).max(36_500).default(limits.auditDays),
  AUDIT_ENTRIES: z.coerce
    .number()
    .int('Specify a whole number.')
    .min(1000)
    .max(1_000_000_000)
    .default(limits.auditEntries),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Settings the rooms receive as arguments; only this file reads `process.env`. */
export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Replicas for reads that may lag. */
  databaseReadUrl: string | undefined;
  /** Public origin, without a trailing slash. */
  publicUrl: string;
  /** Whether PUBLIC_URL was set rather than derived from the port. */
  publicUrlGiven: boolean;
  /**
   * Where the pages of integrations are served; undefined: nowhere, and integrations that need one are not
   * shown.
   */
  pages: { url: string; port: number } | undefined;
  secretsKey: string | undefined;
  /** Addresses and networks; undefined: no proxy is trusted. */
  trustProxy: string | undefined;
  metricsToken: string | undefined;
  /** How mail is sent; undefined: it is not. */
  smtp: SmtpSettings | undefined;
  slowQueryMilliseconds: number;
  /** Whether browsers may install the service worker. */
  serviceWorker: boolean;
  /** Which audit entries are stored. */
  audit: AuditRetention;
  /** Private hosts that may be requested: all, none, or these. */
  allowedPrivateHosts: boolean | ReadonlySet<string>;
  /** Those named explicitly. Maps are checked on these only, because a map may contain any address. */
  mapCheckHosts: string[];
  /** Cityworks servers that may receive a member's identity by token. */
  cityworksTokenHosts: ReadonlySet<string>;
  /** Warnings about these settings, for the log. */
  notices: string[];
  logLevel: string;
  /** Maximum size of uploaded files, in bytes. */
  uploadBytes: number;
  /** True for `npm start` and the tests: demo organisations, content and accounts are loaded. */
  demo: boolean;
}

/**
 * Reads and validates the environment.
 * @throws MappingError `environment:invalid` that lists every fault with its advice.
 */
export function readSettings(environment: NodeJS.ProcessEnv, options: { demo: boolean }): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const faults = faultsOf(parsed.error);
    throw new MappingError(
      'environment:invalid',
      `Invalid environment: ${faults.map((fault) => `${fault.path}: ${fault.message}`).join(' ')}`,
      { faults },
    );
  }
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PUBLIC_URL, SECRETS_KEY, TRUST_PROXY, LOG_LEVEL } = parsed.data;
  const publicUrl = PUBLIC_URL ?? `http://localhost:${PORT}`;
  const pages = pagesOf(parsed.data, publicUrl);
  return {
    port: PORT,
    host: HOST,
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    databaseReadUrl: readUrlOf(parsed.data),
    publicUrl,
    publicUrlGiven: PUBLIC_URL !== undefined,
    pages,
    secretsKey: SECRETS_KEY,
    trustProxy: TRUST_PROXY,
    metricsToken: parsed.data.METRICS_TOKEN,
    smtp: smtpOf(parsed.data),
    slowQueryMilliseconds: parsed.data.SLOW_QUERY_MILLISECONDS,
    serviceWorker: parsed.data.SERVICE_WORKER === 'on',
    audit: { days: parsed.data.AUDIT_DAYS, entries: parsed.data.AUDIT_ENTRIES },
    ...privateHostsOf(parsed.data),
    notices: pages ? [] : [withoutPages],
    cityworksTokenHosts: new Set(listOf(parsed.data.CITYWORKS_TOKEN_HOSTS ?? '')),
    logLevel: LOG_LEVEL,
    uploadBytes: parsed.data.UPLOAD_MEGABYTES * 1_000_000,
    demo: options.demo,
  };
}

function readUrlOf({ DATABASE_URL, DATABASE_READ_URL }: z.infer<typeof environmentSchema>) {
  if (DATABASE_READ_URL === undefined || DATABASE_URL !== undefined) return DATABASE_READ_URL;
  throw new MappingError(
    'environment:invalid',
    'Invalid environment: DATABASE_READ_URL: Set DATABASE_URL too. The embedded database has no replicas.',
  );
}

const withoutPages =
  'INTEGRATIONS_URL is not set: integrations with pages of the product (photos, Street View, Street Smart, Cityworks) are not shown. Give them an origin of their own.';

/**
 * Origin of the pages of integrations. On this computer it is the next port; behind a proxy the operator
 * names it, and until then there is none: on the application's own origin a vendor's script would have access
 * to users' tokens.
 */
function pagesOf(
  { PORT, INTEGRATIONS_URL, INTEGRATIONS_PORT }: z.infer<typeof environmentSchema>,
  publicUrl: string,
): Settings['pages'] {
  const port = INTEGRATIONS_PORT ?? (PORT + 1) % 65_536;
  const local = /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.exec(publicUrl)?.[1];
  const known = PORT !== 0 && port !== 0;
  const url = INTEGRATIONS_URL ?? (local && known ? `http://${local}:${port}` : undefined);
  if (url === undefined) return undefined;
  if (new URL(url).origin === new URL(publicUrl).origin)
    throw new MappingError(
      'environment:invalid',
      'Invalid environment: INTEGRATIONS_URL: Use another host or port than PUBLIC_URL. Integration pages run vendor scripts, which must not share the application’s origin.',
    );
  if (publicUrl.startsWith('https:') && !url.startsWith('https:'))
    throw new MappingError(
      'environment:invalid',
      'Invalid environment: INTEGRATIONS_URL: Start with https://, like PUBLIC_URL. Browsers do not load http pages inside https ones.',
    );
  return { url: new URL(url).origin, port };
}

function smtpOf({ SMTP_URL, SMTP_FROM }: z.infer<typeof environmentSchema>): Settings['smtp'] {
  const server = SMTP_URL === undefined ? undefined : readSmtpUrl(SMTP_URL);
  const from = SMTP_FROM === undefined ? undefined : readSender(SMTP_FROM);
  if (server && from) return { ...server, from };
  if (!server && !from) return undefined;
  throw new MappingError(
    'environment:invalid',
    server
      ? 'Invalid environment: SMTP_FROM: Specify the sender of the messages that SMTP_URL sends, such as maps@example.org.'
      : 'Invalid environment: SMTP_URL: Specify the server that sends messages from SMTP_FROM, or set neither.',
  );
}

function listOf(hosts: string): string[] {
  return hosts
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
}

function privateHostsOf({ ALLOWED_PRIVATE_HOSTS: given }: z.infer<typeof environmentSchema>) {
  const word = given.toLowerCase();
  const named = word === 'yes' || word === 'no' ? [] : listOf(given);
  return {
    allowedPrivateHosts: word === 'yes' || (named.length > 0 && new Set(named)),
    mapCheckHosts: named,
  };
}

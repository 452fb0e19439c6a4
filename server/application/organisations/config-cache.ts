import { createHash } from 'node:crypto';
import { type AppConfig, appConfigSchema, type PublicConfig } from '../../../wire/app-config.ts';
import { upgradeConfig } from '../../../wire/upgrade-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import { withoutRequester } from '../../platform/budgets/requester.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { findConfig, findRevision } from './organisation-store.ts';

/** The public configuration that an organisation currently has. */
export interface PublishedConfig {
  /** With all defaults filled in. */
  config: AppConfig;
  /** The same as JSON text for the application (`PublicConfig`); serialised once per revision. */
  json: string;
  revision: number;
  etag: string;
}

export interface ConfigCache {
  /**
   * The current configuration; a change by another process is noticed within `limits.configAgeMilliseconds`.
   * @throws MappingError `organisation:not-found` (404)
   */
  find(name: string): Promise<PublishedConfig>;
  /** What `find` returns without asking the database; undefined where it would ask. */
  peek(name: string): PublishedConfig | undefined;
  /** The next `find` reads the database, if it is available: this process has just saved. */
  forget(name: string): void;
}

export interface ConfigCacheOptions {
  /** Epoch milliseconds. */
  now?: (() => number) | undefined;
  /** Maximum age of a cached response; 0: the revision is checked every time. */
  ageMilliseconds?: number | undefined;
  /** The URL of an organisation's own portal on this server; undefined for any other portal. */
  portalUrl?: (name: string, config: AppConfig) => Promise<string | undefined>;
  /** Origin of the pages of integrations; undefined: integrations with pages of the product are disabled. */
  integrationsUrl?: string | undefined;
}

interface Entry {
  published: PublishedConfig;
  created: number;
  /** Epoch milliseconds of the last time the database confirmed it. */
  confirmed: number;
  /** Whether this process has saved another since. */
  forgotten: boolean;
}

/** A query under way, until another replaces it. */
interface Query {
  response: Promise<PublishedConfig>;
}

/** Number of cached organisations; the least recently used is evicted. */
const capacity = 2000;

/**
 * Caches configurations by their revision: an organisation in use costs one small query a second instead of reading and
 * validating its configuration on every request. While the database is unavailable, cached configurations are served for
 * `limits.configWithoutDatabaseMilliseconds`.
 */
export function createConfigCache(
  database: Database,
  {
    now = Date.now,
    ageMilliseconds = limits.configAgeMilliseconds,
    portalUrl,
    integrationsUrl,
  }: ConfigCacheOptions = {},
): ConfigCache {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Query>();

  /** @param isCurrent whether the state that it reads was not forgotten meanwhile: only then it is stored */
  const ask = async (name: string, isCurrent: () => boolean): Promise<PublishedConfig> => {
    const known = entries.get(name);
    const started = now();
    try {
      if (known) {
        const current = await findRevision(database, name);
        if (
          current?.revision === known.published.revision &&
          current.created_at.getTime() === known.created
        ) {
          if (isCurrent()) {
            known.confirmed = started;
            known.forgotten = false;
          }
          return known.published;
        }
      }
      const entry = await read(database, name, started, { portalUrl, integrationsUrl });
      if (!isCurrent()) return entry.published;
      if (entries.size >= capacity) entries.delete(entries.keys().next().value ?? '');
      entries.set(name, entry);
      return entry.published;
    } catch (error) {
      const usable = known && started - known.confirmed < limits.configWithoutDatabaseMilliseconds;
      if (usable && !(error instanceof MappingError)) return known.published;
      if (isCurrent()) entries.delete(name);
      throw error;
    }
  };

  const begin = (name: string): Query => {
    let query: Query | undefined;
    const isCurrent = () => pending.get(name) === query;
    // Other requests may wait for the same query when this request is aborted.
    const response = withoutRequester(() => ask(name, isCurrent)).finally(() => {
      if (isCurrent()) pending.delete(name);
    });
    query = { response };
    pending.set(name, query);
    return query;
  };

  const peek = (name: string) => {
    const known = entries.get(name);
    const isRecent = known && !known.forgotten && now() - known.confirmed < ageMilliseconds;
    return isRecent ? known.published : undefined;
  };

  return {
    peek,
    async find(name) {
      const recent = peek(name);
      if (recent) return recent;
      const known = entries.get(name);
      if (known) {
        // Move to the end: most recently used.
        entries.delete(name);
        entries.set(name, known);
      }
      return (pending.get(name) ?? begin(name)).response;
    },
    forget(name) {
      const known = entries.get(name);
      if (known) known.forgotten = true;
      // A query under way may have read the state before the save.
      pending.delete(name);
    },
  };
}

/** The revision as an ETag, for If-Match. A recreated organisation of the same name gets different tags. */
export function revisionTag(name: string, row: { revision: number; created_at: Date }): string {
  return `"${name}-${row.created_at.getTime().toString(36)}-${row.revision}"`;
}

async function read(
  database: Database,
  name: string,
  started: number,
  { portalUrl, integrationsUrl }: Pick<ConfigCacheOptions, 'portalUrl' | 'integrationsUrl'>,
): Promise<Entry> {
  const saved = await findConfig(database, name);
  if (!saved) throw unknownOrganisation(name);
  const parsed = appConfigSchema.parse(upgradeConfig(saved.config));
  const url = await portalUrl?.(name, parsed);
  // A configuration may name the embedded portal by its root URL; clients get the organisation's own URL.
  const config = url === undefined ? parsed : { ...parsed, portal: { ...parsed.portal, url } };
  const sentConfig: PublicConfig = { ...config, ...(integrationsUrl !== undefined && { integrationsUrl }) };
  const published = {
    config,
    json: JSON.stringify(sentConfig),
    revision: saved.revision,
    // The tag covers the installation's own part too.
    etag: revisionTag(name, saved).replace(/"$/, `-${shortHash(integrationsUrl ?? '')}"`),
  };
  return { published, created: saved.created_at.getTime(), confirmed: started, forgotten: false };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}

export function unknownOrganisation(name: string): MappingError {
  return new MappingError(
    'organisation:not-found',
    `There is no organisation called “${name}” here. Check the address, or ask the person who sent it.`,
    { status: 404 },
  );
}

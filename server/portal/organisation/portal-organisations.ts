import { isDeepStrictEqual } from 'node:util';
import { MappingError } from '../../../wire/errors.ts';
import { withoutRequester } from '../../platform/budgets/requester.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import type { Caller } from '../caller.ts';
import { defaultPortalSettings, type PortalSettings } from '../portal-settings.ts';
import { findOrganisation, type StoredOrganisation } from './portal-organisation-store.ts';

/** The portal organisations of this installation, by id and by the segment of their address. */
export interface PortalOrganisations {
  byId(id: string): Promise<PortalSettings | undefined>;
  byUrlKey(urlKey: string): Promise<PortalSettings | undefined>;
  /**
   * What a visitor of an address gets without a question to the database: its organisation, at the root address (undefined) the
   * installation's own. The same object as long as nothing in it changes.
   */
  peek(urlKey: string | undefined): PortalSettings | undefined;
  /** Reloads all of them: this process has changed one. */
  forget(): void;
}

/** Entries that are stored, found or not, and characters of an organisation's name (`organisationNameSchema`): no longer one is looked up or stored. */
const [capacity, longestName] = [2000, 63];

interface Entry {
  /** Epoch milliseconds. */
  until: number;
  found: Promise<PortalSettings | undefined>;
  /** What was found. */
  settings?: PortalSettings | undefined;
}

/**
 * Reads portal organisations with the installation's settings filled in; changes by another process are seen
 * within `limits.configAgeMilliseconds`.
 * @param installation settings of the installation: its own organisation has all of them, others its services
 * and units
 */
export function createPortalOrganisations(
  database: Database,
  installation: PortalSettings,
  now: () => number = Date.now,
): PortalOrganisations {
  const known = new Map<string, Entry>();
  const find = (key: string, load: () => Promise<StoredOrganisation | undefined>) => {
    const entry = known.get(key);
    if (entry && entry.until > now()) return entry.found;
    if (known.size >= capacity) known.delete(known.keys().next().value ?? '');
    // Other requests may wait for the same query when this requester has disconnected.
    const found = withoutRequester(load).then((stored) => {
      const settings = stored && settingsOf(stored, installation);
      // The same object, so that responses stored for it stay.
      return isDeepStrictEqual(settings, entry?.settings) ? entry?.settings : settings;
    });
    const next: Entry = { until: now() + limits.configAgeMilliseconds, found };
    known.set(key, next);
    found.then(
      (settings) => (next.settings = settings),
      () => known.delete(key),
    );
    return found;
  };
  return {
    byId: (id) => find(`id ${id}`, () => findOrganisation(database, { id })),
    byUrlKey: async (urlKey) =>
      urlKey.length > longestName
        ? undefined
        : find(`key ${urlKey}`, () => findOrganisation(database, { urlKey })),
    peek: (urlKey) => {
      const entry = known.get(urlKey === undefined ? `id ${installation.id}` : `key ${urlKey}`);
      return entry && entry.until > now() ? entry.settings : undefined;
    },
    forget: () => known.clear(),
  };
}

function settingsOf(stored: StoredOrganisation, installation: PortalSettings): PortalSettings {
  const { id, urlKey, created } = stored;
  const settings = { created, modified: created, ...stored.settings };
  if (id === installation.id) return { ...installation, ...settings, id, urlKey };
  const { culture, region, units, helperServices } = installation;
  const common = { culture, region, units, helperServices };
  return { ...defaultPortalSettings, ...common, name: urlKey ?? installation.name, ...settings, id, urlKey };
}

/**
 * The organisation of a call: a member's own, at any address; for visitors that of the address, and at the
 * root address the installation's own.
 * @param urlKey segment of the address, `/portal/{urlKey}`
 * @throws MappingError `portal:portal-not-found` for an unknown address
 */
export async function organisationOfCall(
  organisations: PortalOrganisations,
  installation: PortalSettings,
  { caller, urlKey }: { caller: Caller; urlKey: string | undefined },
): Promise<PortalSettings> {
  const addressed = urlKey === undefined ? undefined : await organisations.byUrlKey(urlKey);
  if (urlKey !== undefined && !addressed) throw portalNotFound();
  const found =
    caller.kind === 'member'
      ? await organisations.byId(caller.orgId)
      : (addressed ?? (await organisations.byId(installation.id)));
  return found ?? installation;
}

export function portalNotFound(): MappingError {
  return new MappingError('portal:portal-not-found', 'Portal does not exist or is inaccessible.', {
    status: 400,
  });
}

/** @throws MappingError `portal:portal-not-found` for an id that is neither this portal's nor `self` */
export function checkPortalId({
  path,
  context,
}: {
  path: Readonly<Record<string, string>>;
  context: { portal: PortalSettings };
}): void {
  const id = path['portal'];
  if (id === undefined || id.toLowerCase() === 'self' || id === context.portal.id) return;
  throw portalNotFound();
}

import type { AppConfigInput } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { findingLines, type PortalFinding } from '../../wire/portal-check.ts';
import { isOutOfReach } from '../../wire/portal-examination/request.ts';
import {
  examinePortal,
  redirectsFor,
  type UnsavedPortal,
} from '../application/organisations/administration/examine-portal.ts';
import { findConfig } from '../application/organisations/organisation-store.ts';
import type { Database } from '../platform/database/connect.ts';
import { wrongOf } from '../../wire/portal-examination/check-portal.ts';
import type { AllowedPrivateHosts } from '../platform/safety/safe-fetch.ts';
import { createEmbeddedProbe } from '../portal/embedded-probe.ts';
import type { PortalContext } from '../portal/operation.ts';
import { embeddedAddress } from '../portal/portal-address.ts';
import { saveWithBinding } from './save-with-binding.ts';

/** What commands about portals need. */
export interface PortalWork {
  database: Database;
  portal: PortalContext;
  /** Hosts inside the operator's networks that the server may request. */
  allowedPrivateHosts?: AllowedPrivateHosts;
  /** Asks the operator; undefined without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Prints a line while a command runs. */
  notify?: (line: string) => void;
}

/** Options of a command that name portal settings. */
export interface PortalOptions {
  portal?: string;
  'app-id'?: string;
  'organisation-id'?: string;
  'admin-group'?: string;
}

export const portalOptionNames = ['portal', 'app-id', 'organisation-id', 'admin-group'] as const;

const hasOptions = (given: PortalOptions) => portalOptionNames.some((name) => given[name] !== undefined);

function settingsOf(given: PortalOptions, before?: AppConfigInput['portal']): UnsavedPortal {
  return {
    url: given.portal ?? before?.url ?? '',
    appId: given['app-id'] ?? before?.appId ?? '',
    organisationId: given['organisation-id'] ?? before?.organisationId ?? '',
    adminGroupId: given['admin-group'] ?? before?.adminGroupId ?? '',
  };
}

async function examine(work: PortalWork, name: string, settings: UnsavedPortal): Promise<PortalFinding[]> {
  const { portal, allowedPrivateHosts = false } = work;
  const { publicUrl } = portal;
  const isAt = (address: string) => embeddedAddress(address, publicUrl) !== undefined;
  const probe = { publicUrl, allowedPrivateHosts, embedded: createEmbeddedProbe(portal, isAt, true) };
  const redirects = redirectsFor(publicUrl, name);
  return (await examinePortal(probe, settings, { redirects })).findings;
}

/**
 * Portal settings for a new organisation: from the options, or else by asking; checked before anything is written.
 * @returns undefined when neither names a portal
 * @throws MappingError `organisation:portal-wrong` with every finding
 */
export async function portalFor(
  work: PortalWork,
  name: string,
  given: PortalOptions,
): Promise<UnsavedPortal | undefined> {
  if (hasOptions(given)) return checked(work, name, settingsOf(given));
  return work.ask ? askForPortal(work, work.ask, name) : undefined;
}

/** Portal settings in which nothing is wrong. */
async function checked(work: PortalWork, name: string, settings: UnsavedPortal): Promise<UnsavedPortal> {
  const findings = await examine(work, name, settings);
  if (wrongOf(findings).length > 0)
    throw new MappingError(
      'organisation:portal-wrong',
      [
        ...findingLines(findings),
        ...(isOutOfReach(findings) ? [onlyForBrowsers] : []),
        'Nothing was written. To save settings unchecked, use --config FILE.',
      ].join('\n'),
    );
  return settings;
}

/** A terminal has no browser to check with, and this server could not verify what a browser claims. */
const onlyForBrowsers =
  'If browsers reach this portal, members can sign in, but this server cannot verify them, and no one administers the organisation here: docs/portals.md#portals-that-only-browsers-reach.';

const registering =
  'https://developers.arcgis.com/documentation/security-and-authentication/user-authentication/tutorials/create-oauth-credentials-user-auth';

/** Walks through the steps at a terminal, each repeated until nothing is wrong; an empty address ends it. */
async function askForPortal(
  work: PortalWork,
  ask: (question: string) => Promise<string>,
  name: string,
): Promise<UnsavedPortal | undefined> {
  const { notify = () => {} } = work;
  const settings = { url: '', appId: '', organisationId: '', adminGroupId: '' };
  const step = async (question: string, field: keyof UnsavedPortal, otherwise = '') => {
    for (;;) {
      const shown = otherwise === '' ? question : `${question} [${otherwise}]`;
      settings[field] = (await ask(`${shown}: `)).trim() || otherwise;
      if (settings[field] === '') return [];
      const findings = await examine(work, name, settings);
      for (const line of findingLines(findings)) notify(line);
      if (isOutOfReach(findings))
        notify(`${onlyForBrowsers} To save it unchecked, end this and use --config FILE.`);
      const wrong = wrongOf(findings).filter(({ code }) => !laterSteps.has(code));
      if (wrong.length === 0) return findings;
      otherwise = wrong[0]?.values['suggestion'] ?? '';
    }
  };
  const found = await step('Address of the ArcGIS portal (empty: none yet)', 'url');
  if (settings.url === '') return undefined;
  if (found.some(({ code }) => laterSteps.has(code))) await step('ID of your organisation', 'organisationId');
  notify(`Register the application in the portal: ${registering}`);
  for (const redirect of redirectsFor(work.portal.publicUrl, name)) notify(`Redirect URL: ${redirect}`);
  await step('App ID (client ID)', 'appId');
  await step('ID of the administrators group', 'adminGroupId');
  return settings;
}

/** Asked for in a later step than the address. */
const laterSteps: ReadonlySet<string> = new Set(['no-organisation', 'closed-organisation']);

/**
 * The saved config of an organisation.
 * @throws MappingError `organisation:not-found`
 */
export async function requireOrganisation(database: Database, name: string) {
  const saved = await findConfig(database, name);
  if (!saved)
    throw new MappingError(
      'organisation:not-found',
      `There is no organisation “${name}”. npm run org -- list shows all.`,
    );
  return saved;
}

/**
 * Checks the portal of an organisation; with options, changes it when nothing is wrong.
 * @throws MappingError `organisation:not-found`, `organisation:portal-wrong`
 */
export async function portalCommand(work: PortalWork, name: string, given: PortalOptions): Promise<string> {
  const { database } = work;
  const saved = await requireOrganisation(database, name);
  const settings = settingsOf(given, { ...defaults, ...saved.config.portal });
  if (!hasOptions(given)) {
    const findings = await examine(work, name, settings);
    const lines = findingLines(findings).join('\n');
    if (wrongOf(findings).length > 0) throw new MappingError('organisation:portal-wrong', lines);
    return lines;
  }
  const portal = { ...saved.config.portal, ...(await checked(work, name, settings)) };
  const revision = await saveWithBinding(work, name, { ...saved.config, portal }, { act: 'config.imported' });
  return `“${name}” is at revision ${revision} now, with the portal ${portal.url}.`;
}

const defaults = { url: 'https://www.arcgis.com' };

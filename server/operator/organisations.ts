import { faultsOf, MappingError } from '../../wire/errors.ts';
import { createGroup } from '../portal/community/create-group.ts';
import { registerApp } from '../portal/identity/register-app.ts';
import type { PortalContext } from '../portal/operation.ts';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import { addUser } from './users.ts';
import { portalFor, type PortalOptions, type PortalWork, requireOrganisation } from './portal.ts';
import { saveWithBinding } from './save-with-binding.ts';
import { ensureOrganisation } from '../portal/organisation/portal-organisation-store.ts';
import { findUser } from '../portal/community/user-store.ts';
import { readFile } from 'node:fs/promises';
import { organisationNameSchema } from '../../wire/organisation.ts';
import { unknownSettings } from '../../wire/unknown-settings.ts';
import { upgradeConfig } from '../../wire/upgrade-config.ts';
import type { Database } from '../platform/database/connect.ts';
import { refuseLargeConfig } from '../application/organisations/administration/replace-config.ts';
import {
  findConfig,
  findSavedRevision,
  listOrganisations,
} from '../application/organisations/organisation-store.ts';

/**
 * Creates what an organisation on the embedded portal needs: a portal organisation, an administrator, the
 * administrators' group, and the application registered for signing in.
 * @returns the config to save, and the text to print for the operator
 */
export async function prepareEmbedded(
  installation: PortalContext,
  name: string,
  admin: string,
): Promise<{ config: AppConfigInput; lines: string[] }> {
  const lines: string[] = [];
  const orgId = await ensureOrganisation(installation.database, { urlKey: name, now: installation.now() });
  const portal = await installation.organisations.byId(orgId);
  if (!portal) throw new Error(`The portal organisation of ${name} was not created.`);
  const context = { ...installation, portal };
  const existing = await findUser(context.database, admin);
  if (existing && existing.org_id !== orgId) {
    throw new MappingError(
      'operator:other-organisation',
      `${admin} is a member of another organisation. Name someone new, or move them first: npm run org -- move-person ${admin} --to ${name}`,
    );
  }
  if (!existing) lines.push(await addUser(context, admin, { role: 'org_admin' }));
  const adminGroupId = await createGroup(context, {
    title: `Administrators of ${name}`,
    owner: admin,
    access: 'private',
  });
  const appId = `mapping-${name}`;
  await registerApp(context, {
    clientId: appId,
    orgId,
    title: 'Mapping',
    redirectUris: [`${context.publicUrl}/${name}/signed-in`],
  });
  return { config: { title: name, portal: { url: `/portal/${name}`, appId, adminGroupId } }, lines };
}

/** One line per organisation: name, revision, title. */
export async function list(database: Database): Promise<string> {
  const rows = await listOrganisations(database);
  if (rows.length === 0) return 'No organisations exist. Create one: npm run org -- create NAME';
  return rows
    .map(({ name, revision, config }) => `${name}\trevision ${revision}\t${config.title ?? ''}`)
    .join('\n');
}

/**
 * Creates an organisation: from a config file, on the embedded portal with its first administrator, on another
 * portal whose settings were checked, or with defaults (ArcGIS Online, no app ID yet).
 * @throws MappingError `organisation:name-invalid`, `organisation:exists`, `organisation:config-invalid`
 */
export async function create(
  work: PortalWork,
  name: string,
  from: PortalOptions & { config?: string; admin?: string },
): Promise<string> {
  const { database, portal } = work;
  const valid = organisationNameSchema.safeParse(name);
  if (!valid.success)
    throw invalid(
      'organisation:name-invalid',
      `“${name}” cannot be an organisation’s name.`,
      faultsOf(valid.error),
    );
  if (await findConfig(database, name)) {
    throw new MappingError(
      'organisation:exists',
      `The organisation “${name}” already exists. Use import to change it.`,
    );
  }
  const { config, lines } =
    from.admin === undefined
      ? { config: await configFrom(work, name, from), lines: [] }
      : await prepareEmbedded(portal, name, from.admin);
  await saveWithBinding(work, name, config, { act: 'organisation.created' });
  return [`Created the organisation “${name}”.`, ...lines].join('\n');
}

async function configFrom(
  work: PortalWork,
  name: string,
  from: PortalOptions & { config?: string },
): Promise<AppConfigInput> {
  if (from.config !== undefined) return readConfig(from.config);
  const settings = await portalFor(work, name, from);
  return { title: name, ...(settings && { portal: settings }) };
}

/** Saves a config file as the next revision of an organisation. */
export async function importConfig(
  work: Pick<PortalWork, 'database' | 'portal'>,
  name: string,
  file: string,
): Promise<string> {
  await requireOrganisation(work.database, name);
  const config = await readConfig(file);
  const revision = await saveWithBinding(work, name, config, { act: 'config.imported' });
  return `“${name}” is at revision ${revision} now.`;
}

/**
 * Restores an earlier config as the next revision: the remedy when sign-in no longer works.
 * @param wanted number of the revision; the previous one when absent
 */
export async function revert(
  work: Pick<PortalWork, 'database' | 'portal'>,
  name: string,
  wanted: string | undefined,
): Promise<string> {
  const { database } = work;
  const { revision: current } = await requireOrganisation(database, name);
  const from = wanted === undefined ? current - 1 : Number(wanted);
  const earlier = Number.isInteger(from) ? await findSavedRevision(database, name, from) : undefined;
  if (!earlier)
    throw new MappingError('organisation:no-revision', `“${name}” has no revision ${wanted ?? from}.`);
  const revision = await saveWithBinding(work, name, earlier.config as AppConfigInput, {
    act: 'config.restored',
    detail: { from },
  });
  return `“${name}” is at revision ${revision} now, with the config of revision ${from}.`;
}

/** The current config, as JSON. */
export async function exportConfig(database: Database, name: string): Promise<string> {
  return JSON.stringify((await requireOrganisation(database, name)).config, undefined, 2);
}

async function readConfig(file: string): Promise<AppConfigInput> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new MappingError('organisation:config-unreadable', `The file ${file} cannot be read.`, { cause });
  }
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (cause) {
    throw new MappingError(
      'organisation:config-invalid',
      `${file} is not JSON: ${(cause as Error).message}`,
      { cause },
    );
  }
  refuseLargeConfig(config);
  const current = upgradeConfig(config);
  const parsed = appConfigSchema.safeParse(current);
  const faults = [...(parsed.success ? [] : faultsOf(parsed.error)), ...unknownSettings(current)];
  if (faults.length > 0)
    throw invalid('organisation:config-invalid', `Invalid configuration in ${file}.`, faults);
  return current as AppConfigInput;
}

function invalid(id: string, message: string, faults: ReturnType<typeof faultsOf>): MappingError {
  return new MappingError(
    id,
    [message, ...faults.map((fault) => `  ${fault.path}: ${fault.message}`)].join('\n'),
    { faults },
  );
}

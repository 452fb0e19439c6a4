import { MappingError } from '../../wire/errors.ts';
import { readSaved } from '../application/organisations/administration/replace-config.ts';
import { refuseViewsOfOthers } from '../gis/storage/delete-service-store.ts';
import type { Database } from '../platform/database/connect.ts';
import { listOrganisations } from '../application/organisations/organisation-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { findOrganisation } from '../portal/organisation/portal-organisation-store.ts';
import { portalOrganisationOf } from '../portal/portal-address.ts';
import { withBackup, writeBackup } from './organisation-file.ts';
import { countOrganisation, deleteOrganisation, restoreOrganisation } from './organisation-rows-store.ts';
import {
  closePortalOrganisation,
  countHoldings,
  deletePortalOrganisation,
  type PortalHoldings,
  servicesOfOthers,
} from './portal-removal-store.ts';

interface Installation {
  database: Database;
  portal: PortalContext;
}

/**
 * Deletes an organisation, with its portal organisation on the embedded portal: users, groups, items,
 * services, files and sessions. Its settings, shared maps and audit log are written to a file first, from
 * which `revive` restores them; users and content are only in a backup of the installation. Unconfirmed, it
 * counts what would be deleted and deletes nothing.
 * @throws MappingError `organisation:not-found`, `organisation:backup-unwritable`,
 * `organisation:services-of-others`, `services:has-views`; nothing has been deleted then
 */
export async function remove(
  { database, portal }: Installation,
  name: string,
  { file, confirmed }: { file: string; confirmed: boolean },
): Promise<string> {
  const counts = await countOrganisation(database, name);
  if (!counts) throw new MappingError('organisation:not-found', `There is no organisation “${name}”.`);
  const hosted = await findOrganisation(database, { urlKey: name });
  const sharers = hosted ? await othersAt(portal, hosted.id, name) : [];
  const deletesPortal = hosted !== undefined && sharers.length === 0;
  if (!confirmed) {
    const printed = [
      'Nothing has been deleted yet.',
      describeOwn(name, counts),
      ...(deletesPortal ? [describePortal(await countHoldings(database, hosted.id))] : []),
      ...(sharers.length > 0
        ? [
            `Its users and content on the embedded portal are kept, because others use them: ${sharers.join(', ')}.`,
          ]
        : []),
      `Delete all of it: npm run org -- delete ${name} --backup ${file} --confirm ${name}`,
    ];
    return printed.join('\n');
  }
  if (deletesPortal) {
    // Before its users are signed out and disabled, which nothing takes back.
    await refuseServicesOfOthers(database, hosted.id, name);
    await refuseViewsOfOthers(database, hosted.id);
  }
  await writeBackup(database, name, file);
  if (deletesPortal) {
    await closePortalOrganisation(database, hosted.id);
    await deletePortalOrganisation(database, hosted.id, portal.now());
  }
  await deleteOrganisation(database, name);
  return `Deleted “${name}”. To restore its settings: npm run org -- revive ${file}`;
}

/** @throws MappingError `organisation:bad-backup`, `organisation:exists`, `organisation:foreign-rows` */
export async function revive({ database }: Pick<Installation, 'database'>, file: string): Promise<string> {
  const { name, unbound } = await withBackup(file, async (saved, batches) => ({
    name: saved,
    ...(await restoreOrganisation(database, saved, batches)),
  }));
  const saved = (await listOrganisations(database)).find((each) => each.name === name);
  const embedded = saved && readSaved(saved.config).portal.url === `/portal/${name}`;
  if (!embedded || (await findOrganisation(database, { urlKey: name })))
    return unbound
      ? `Restored “${name}”, without the portal organisation in the file: it has another name, or another organisation uses it. To connect it, save a config (import).`
      : `Restored “${name}”.`;
  return [
    `The settings of “${name}” are restored. Its users and content are not in this file, so no one can sign in.`,
    'Restore the whole installation from a backup (npm run restore), or save a config with another portal (import).',
  ].join('\n');
}

/** Other organisations of this product whose config points to the same portal organisation. */
async function othersAt(portal: PortalContext, orgId: string, name: string): Promise<string[]> {
  const others: string[] = [];
  for (const each of await listOrganisations(portal.database)) {
    if (each.name === name) continue;
    const used = await portalOrganisationOf(portal, each.name, readSaved(each.config));
    if (used?.id === orgId) others.push(each.name);
  }
  return others;
}

async function refuseServicesOfOthers(database: Database, orgId: string, name: string): Promise<void> {
  const services = await servicesOfOthers(database, orgId);
  if (services.length === 0) return;
  throw new MappingError(
    'organisation:services-of-others',
    `Services of people who were moved to other organisations still answer at the address of “${name}”: ${services.join(', ')}. Publish them again there or delete them first. Nothing has been deleted.`,
  );
}

function describeOwn(name: string, counts: ReadonlyMap<string, number>): string {
  const rows = (table: string) => counts.get(table) ?? 0;
  return `To be deleted with “${name}”, and written to the file first: its settings (revisions: ${rows('organisation_revision')}), shared maps: ${rows('shared_map')}, audit log (entries: ${rows('audit_entry')}).`;
}

function describePortal(held: PortalHoldings): string {
  return [
    'To be deleted on the embedded portal, and NOT in the file (npm run backup writes the whole installation):',
    `  people: ${held.people}, sessions: ${held.sessions}, groups: ${held.groups}, partnerships: ${held.partnerships}`,
    `  items: ${held.items}, services: ${held.services} (layers: ${held.layers}), stored: ${(held.bytes / 1e6).toFixed(1)} MB`,
  ].join('\n');
}

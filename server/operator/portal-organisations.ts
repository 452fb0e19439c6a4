import { MappingError } from '../../wire/errors.ts';
import { listAdministered } from '../application/organisations/organisation-store.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { groupIdsOf, groupsWithoutOthers } from '../portal/community/users/administrator-store.ts';
import { lockUserAndReferences } from '../portal/community/user-store.ts';
import { moveUser } from '../portal/organisation/move-user-store.ts';
import {
  findOrganisation,
  listPortalOrganisations,
  listUnassigned,
} from '../portal/organisation/portal-organisation-store.ts';
import {
  changeQuotas,
  findQuotas,
  findUsage,
  type QuotaColumn,
  quotaColumns,
} from '../portal/quotas/quota-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import { recordPortalAct } from '../portal/record-portal-act.ts';
import { moveLinks } from './move-links.ts';
import { requireUser } from './users.ts';
import { listViewsAcross } from './views-across-store.ts';

/** Options of the command by column: `--person-bytes`. */
export const quotaOptions = quotaColumns.map((column) => column.replaceAll('_', '-'));

/** Sets the given quotas (`default` restores the default), and lists the effective ones. */
export async function quota(
  database: Database,
  name: string,
  given: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const organisation = await findOrganisation(database, { urlKey: name });
  if (!organisation)
    throw new MappingError(
      'operator:no-organisation',
      `There is no organisation ${name} on the embedded portal.`,
    );
  const changes: Partial<Record<QuotaColumn, number | null>> = {};
  for (const column of quotaColumns) {
    const text = given[column.replaceAll('_', '-')];
    if (text !== undefined) changes[column] = readAmount(column, text);
  }
  if (Object.keys(changes).length > 0) await changeQuotas(database, organisation.id, changes);
  const [most, used] = await Promise.all([
    findQuotas(database, organisation.id),
    findUsage(database, 'organisation', organisation.id),
  ]);
  return [
    `${name} uses ${used.bytes} bytes in ${used.items} items with ${used.features} features.`,
    ...(['person', 'organisation'] as const).map((scope) => {
      const { bytes, items, features, sharedMaps, uploadSeconds } = most[scope];
      return `  ${scope}: ${bytes} bytes, ${items} items, ${features} features, ${sharedMaps} shared maps, ${uploadSeconds} seconds of reading files a day`;
    }),
  ].join('\n');
}

const units: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

function readAmount(column: QuotaColumn, text: string): number | null {
  if (text === 'default') return null;
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]B)?$/i.exec(text.trim()) ?? [];
  const factor = units[unit.toUpperCase()];
  const value = Number(digits) * (factor ?? Number.NaN);
  const bytes = column.endsWith('_bytes');
  if (digits === '' || !Number.isSafeInteger(Math.round(value)) || (unit !== '' && !bytes)) {
    throw new MappingError(
      'operator:quota',
      `--${column.replaceAll('_', '-')} takes a number${bytes ? ', such as 10GB' : ''}, or default.`,
    );
  }
  return Math.round(value);
}

/**
 * The portal of the organisation with this name; without a name the only one that exists.
 * @throws MappingError `operator:which-organisation` when there are several,
 * `operator:no-portal-organisation`
 */
export async function portalOf(
  installation: PortalContext,
  name: string | undefined,
): Promise<PortalContext> {
  const all = await listPortalOrganisations(installation.database);
  if (name === undefined && all.length === 0) return installation;
  if (name === undefined && all.length > 1) {
    const names = all.map(({ urlKey }) => urlKey).join(', ');
    throw new MappingError(
      'operator:which-organisation',
      `Specify the organisation with --in: this installation has ${names}.`,
    );
  }
  const portal = await installation.organisations.byUrlKey(name ?? all[0]?.urlKey ?? '');
  if (!portal) {
    throw new MappingError(
      'operator:no-portal-organisation',
      `${name} is not an organisation on the embedded portal. npm run org -- list shows the organisations.`,
    );
  }
  return { ...installation, portal };
}

function refuseViewsAcross(views: readonly string[], username: string): void {
  if (views.length === 0) return;
  throw new MappingError(
    'operator:views-across',
    `Views connect services of ${username} with services of others, who stay: ${views.join(', ')}. Delete these views, or give view and service the same owner, first. Nothing was changed.`,
  );
}

/**
 * Does work that moves a user, unless an organisation would lose its administrators by it: their group moves with its owner, and the
 * user leaves it otherwise.
 * @throws MappingError `operator:last-administrator`
 */
async function keepingAdministrators(
  transaction: Database,
  username: string,
  move: () => Promise<void>,
): Promise<void> {
  // Before groups, as everywhere.
  await lockUserAndReferences(transaction, username);
  const administered = await listAdministered(transaction, await groupIdsOf(transaction, username));
  const groupIds = administered.map(({ groupId }) => groupId);
  const empty = await groupsWithoutOthers(transaction, groupIds, [username]);
  await move();
  const left = new Set(
    (await listAdministered(transaction, groupIds)).map(({ organisation }) => organisation),
  );
  const lost = administered.find(
    ({ organisation, groupId }) => empty.includes(groupId) || !left.has(organisation),
  );
  if (!lost) return;
  throw new MappingError(
    'operator:last-administrator',
    `Nobody would be left to administer “${lost.organisation}”: its group of administrators belongs to ${username}, or has no other member. Give the group to someone who stays, or name another group in its configuration, first. Nothing was changed.`,
  );
}

/** Users without an organisation, one per line. */
export async function printUnassigned(database: Database): Promise<string> {
  const people = await listUnassigned(database);
  if (people.length === 0) return 'All users belong to an organisation.';
  return [...people, '', 'Assign each: npm run org -- move-person USER --to NAME'].join('\n');
}

/**
 * Moves a user with everything they own and have shared; they have to sign in again and leave the groups of the previous
 * organisation.
 * @throws MappingError `operator:views-across` when views would connect services of both organisations,
 * `operator:last-administrator`; nothing is moved then
 */
export async function moveUserTo(
  installation: PortalContext,
  username: string,
  name: string,
): Promise<string> {
  const { database, now, portal } = await portalOf(installation, name);
  const user = await requireUser(database, username);
  if (user.org_id === portal.id) return `${user.username} is a member of “${name}” already.`;
  const { count, moved, deleted } = await inTransaction(database, async (transaction) => {
    await keepingAdministrators(transaction, user.username, () =>
      moveUser(transaction, user.username, portal.id),
    );
    refuseViewsAcross(await listViewsAcross(transaction, user.username), user.username);
    const to = { id: portal.id, name };
    const links = { username: user.username, orgId: user.org_id, to };
    const sharedMaps = await moveLinks(installation, transaction, links);
    const act = { act: 'person.moved', subject: user.username };
    for (const orgId of [user.org_id, portal.id])
      await recordPortalAct(transaction, 'operator', { ...act, orgId }, now());
    return sharedMaps;
  });
  const links = moved ? `their links begin with /${name}/ now` : 'none is shared any more';
  const reason = moved ? 'their maps are gone, or have one there' : `“${name}” has no pages`;
  return [
    `${user.username} is a member of “${name}” now, with everything they own.`,
    ...(count > 0 ? [`Maps that they have shared: ${count}; ${links}.`] : []),
    ...(deleted > 0 ? [`Short addresses that were deleted: ${deleted}, because ${reason}.`] : []),
  ].join(' ');
}

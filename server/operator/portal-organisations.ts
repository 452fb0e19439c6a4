import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { findUser } from '../portal/community/user-store.ts';
import type { PortalContext } from '../portal/operation.ts';
import {
  listPortalOrganisations,
  listUnassigned,
  movePerson,
} from '../portal/organisation/portal-organisation-store.ts';
import { recordPortalAct } from '../portal/record-portal-act.ts';

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

/** Users the migration to organisations could not assign, one per line. */
export async function tellUnassigned(database: Database): Promise<string> {
  const people = await listUnassigned(database);
  if (people.length === 0) return 'All users belong to an organisation.';
  return [...people, '', 'Assign each: npm run org -- move-person USER --to NAME'].join('\n');
}

/**
 * Moves a user with everything they own; they have to sign in again and leave the groups of the previous
 * organisation.
 */
export async function movePersonTo(
  installation: PortalContext,
  username: string,
  name: string,
): Promise<string> {
  const { database, now, portal } = await portalOf(installation, name);
  const user = await findUser(database, username);
  if (!user) throw new MappingError('portal:user-not-found', `There is no user named ${username}.`);
  if (user.org_id === portal.id) return `${user.username} is a member of “${name}” already.`;
  await movePerson(database, user.username, portal.id);
  const act = { act: 'person.moved', subject: user.username };
  for (const orgId of [user.org_id, portal.id])
    await recordPortalAct(database, 'operator', { ...act, orgId }, now());
  return `${user.username} is a member of “${name}” now, with everything they own.`;
}

import { newId, type Organisation, type Person } from './content.ts';
import { type Answer, type Exchange, notPermitted, refuse } from './exchange.ts';

/**
 * What administrators do with accounts and roles. Undefined: there is no such operation.
 * https://developers.arcgis.com/rest/users-groups-and-items/portals/
 */
export function administration(
  exchange: Exchange,
  organisation: Organisation,
  [operation = '', ...rest]: string[],
): Answer | undefined {
  const { person, parameters, content } = exchange;
  const needed = privilegeOf[operation];
  if (needed === undefined) return undefined;
  if (operation === 'roles' && rest.length === 0) return { json: listRoles(organisation) };
  if (person?.orgId !== organisation.id || !person.privileges.includes(needed)) return notPermitted();
  if (operation === 'roles') return ofRole(exchange, organisation, rest);
  if (operation === 'createRole') {
    const role = {
      id: newId().slice(0, 16),
      name: parameters.get('name') ?? '',
      description: parameters.get('description') ?? '',
      privileges: [],
    };
    organisation.roles.push(role);
    return { json: { success: true, id: role.id } };
  }
  if (operation === 'updateUserRole') {
    const changed = content.people.get(parameters.get('user') ?? '');
    if (changed?.orgId !== organisation.id) return unknownPerson();
    return setRole(organisation, changed, parameters.get('role') ?? '');
  }
  return invite(exchange, organisation);
}

const privilegeOf: Readonly<Record<string, string>> = {
  roles: 'portal:admin:manageRoles',
  createRole: 'portal:admin:manageRoles',
  updateUserRole: 'portal:admin:changeUserRoles',
  invite: 'portal:admin:inviteUsers',
};

const unknownPerson = () => refuse(400, 'User does not exist or is inaccessible.', 'COM_0018');

/** https://developers.arcgis.com/rest/users-groups-and-items/roles/ */
function listRoles({ roles }: Organisation): object {
  const rows = roles.map(({ id, name, description }) => ({ id, name, description }));
  return { total: rows.length, start: 1, num: 100, nextStart: -1, roles: rows };
}

function ofRole(
  { content, parameters }: Exchange,
  organisation: Organisation,
  [id, operation]: string[],
): Answer | undefined {
  const role = organisation.roles.find((each) => each.id === id);
  if (!role) return refuse(400, 'Role does not exist or is inaccessible.');
  if (operation === 'privileges') return { json: { privileges: role.privileges } };
  if (operation === 'setPrivileges') {
    const given = JSON.parse(parameters.get('privileges') ?? '{}') as { privileges?: string[] };
    role.privileges = given.privileges ?? [];
  } else if (operation === 'update') {
    role.name = parameters.get('name') ?? role.name;
    role.description = parameters.get('description') ?? role.description;
  } else if (operation === 'delete') {
    // The words of portals are not documented.
    if ([...content.people.values()].some(({ roleId }) => roleId === id))
      return refuse(400, 'Role is assigned to users.');
    organisation.roles.splice(organisation.roles.indexOf(role), 1);
  } else return undefined;
  return { json: { success: true, id } };
}

/** https://developers.arcgis.com/rest/users-groups-and-items/update-user-role/ */
function setRole(organisation: Organisation, person: Person, role: string): Answer {
  if (role === 'org_admin' || role === 'org_publisher' || role === 'org_user') {
    person.role = role;
    delete person.roleId;
  } else if (organisation.roles.some(({ id }) => id === role)) {
    person.role = 'org_user';
    person.roleId = role;
  } else return refuse(400, 'Role does not exist or is inaccessible.');
  return { json: { success: true } };
}

/** https://developers.arcgis.com/rest/users-groups-and-items/invite-users/ */
function invite({ content, parameters }: Exchange, { id }: Organisation): Answer {
  const { invitations } = JSON.parse(parameters.get('invitationList') ?? '{"invitations":[]}') as {
    invitations: { username: string; fullname?: string; password?: string; role: Person['role'] }[];
  };
  const taken = invitations.filter(({ username }) => content.people.has(username));
  for (const { username, fullname = username, password, role } of invitations)
    if (!content.people.has(username))
      content.addPerson({ username, fullName: fullname, role, orgId: id, ...(password && { password }) });
  return { json: { success: true, notInvited: taken.map(({ username }) => username) } };
}

/** `community/users/{user}/disable`, `enable` and `delete`. Undefined: another operation. */
export function ofAccount(
  { content, person }: Exchange,
  user: Person,
  operation: string,
): Answer | undefined {
  if (operation !== 'disable' && operation !== 'enable' && operation !== 'delete') return undefined;
  const needed = operation === 'delete' ? 'portal:admin:deleteUsers' : 'portal:admin:disableUsers';
  if (person?.orgId !== user.orgId || !person.privileges.includes(needed)) return notPermitted();
  if (operation !== 'delete') {
    user.disabled = operation === 'disable';
    return { json: { success: true, username: user.username } };
  }
  const owns = [...content.items.values()].some(({ owner }) => owner === user.username);
  if (owns) return refuse(400, 'Unable to delete user. User owns items.');
  content.people.delete(user.username);
  return { json: { success: true, username: user.username } };
}

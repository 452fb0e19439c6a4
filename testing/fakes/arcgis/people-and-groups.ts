import { administration, ofAccount } from './administration.ts';
import type { Group } from './content.ts';
import { type Answer, type Exchange, notPermitted, refuse, tokenRequired } from './exchange.ts';
import { presentPortal } from './portal-self.ts';
import { presentGroup, presentPerson, presentSelf } from './present.ts';
import { paged, searchGroups, searchPeople } from './search.ts';

/** Operations below `community`. Undefined: there is no such operation. */
export function community(exchange: Exchange, [kind, id, operation]: string[]): Answer | undefined {
  const { content, person } = exchange;
  if (kind === 'self') return person ? { json: presentSelf(exchange, person) } : tokenRequired();
  if (kind === 'users' && id === undefined) return searchPeople(exchange);
  if (kind === 'users' && id !== undefined) {
    const found = content.people.get(id);
    if (!found) return refuse(400, 'User does not exist or is inaccessible.', 'COM_0018');
    if (operation === undefined) return { json: presentPerson(exchange, found) };
    const act = ofAccount(exchange, found, operation);
    if (act) return act;
    if (operation === 'tags') return { json: { tags: [] } };
    if (operation === 'notifications') return { json: { notifications: [] } };
    return undefined;
  }
  if (kind === 'groups' && id === undefined) return searchGroups(exchange);
  if (kind === 'groups' && id !== undefined) {
    const group = content.groups.get(id);
    if (!group || !content.maySeeGroup(group, person))
      return person || !group
        ? refuse(400, 'Group does not exist or is inaccessible.', 'COM_0003')
        : notPermitted();
    if (operation === undefined) return { json: presentGroup(group, person) };
    if (operation === 'users')
      return { json: { owner: group.owner, admins: [group.owner, ...group.admins], users: group.members } };
    if (operation === 'userList') return userList(exchange, group);
    if (operation === 'categorySchema') return { json: { categorySchema: [] } };
    return undefined;
  }
  return undefined;
}

/** https://developers.arcgis.com/rest/users-groups-and-items/group-users-list/ */
function userList(exchange: Exchange, group: Group): Answer {
  const { content } = exchange;
  const [owner, ...rows] = [group.owner, ...group.admins, ...group.members].map((username) => ({
    username,
    fullName: content.people.get(username)?.fullName ?? username,
    memberType: username === group.owner ? 'owner' : group.admins.includes(username) ? 'admin' : 'member',
    orgId: content.people.get(username)?.orgId ?? null,
    thumbnail: null,
    joined: group.created,
  }));
  const { results, ...page } = paged(exchange, rows);
  return { json: { ...page, owner, users: results } };
}

/** `portals/self` and what lies below it. */
export function portals(exchange: Exchange, [id, operation, name, ...rest]: string[]): Answer | undefined {
  const { person, addressed, content } = exchange;
  if (id === 'regions') return { json: regionsIn(exchange.parameters.get('culture') ?? 'en') };
  if (id !== 'self' && !content.organisations.has(id ?? '')) return undefined;
  const own = person && content.organisations.get(person.orgId);
  // A member gets their own organisation, whichever address they use.
  const organisation = id === 'self' ? (own ?? addressed) : content.organisations.get(id ?? '');
  const closed = !person && organisation?.access === 'private';
  const isSilent = exchange.switches.silentToVisitors || !exchange.dialect.describesItselfToVisitors;
  if (closed && (operation !== undefined || isSilent)) return tokenRequired();
  if (operation === undefined) return { json: presentPortal(exchange, organisation) };
  if (operation === 'isServiceNameAvailable') {
    const taken = content.services.has(`${organisation?.id}/${exchange.parameters.get('name')}`);
    return { json: { available: !taken } };
  }
  if (operation === 'settings') return { json: {} };
  if (operation === 'categorySchema') return { json: { categorySchema: organisation?.categorySchema ?? [] } };
  const act =
    organisation &&
    administration(exchange, organisation, [operation, ...(name === undefined ? [] : [name]), ...rest]);
  if (act) return act;
  if (operation === 'users') {
    if (!person || person.orgId !== organisation?.id) return notPermitted();
    const rows = [...content.people.values()]
      .filter(({ orgId }) => orgId === organisation.id)
      .map((each) => presentPerson(exchange, each));
    const { results, ...page } = paged(exchange, rows);
    return { json: name === 'search' ? { ...page, results } : { ...page, users: results } };
  }
  return name === undefined ? undefined : { status: 404, bytes: '' };
}

/** https://developers.arcgis.com/rest/users-groups-and-items/regions/ */
function regionsIn(culture: string): object[] {
  const names = new Intl.DisplayNames([culture], { type: 'region' });
  return ['US', 'GB', 'NL'].map((region) => ({
    region,
    localizedName: names.of(region),
    defaultCulture: region === 'NL' ? 'nl' : 'en',
  }));
}

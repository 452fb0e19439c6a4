import { queryKey } from '../query-key.ts';
import type { PortalConnection } from './portal-connection.ts';

/** Query keys of responses that are the same for every user; `all` covers every query of the portal. */
export function portalKeys({ restUrl }: Pick<PortalConnection, 'restUrl'>) {
  const key = (...parts: readonly unknown[]) => queryKey('portal', restUrl, ...parts);
  return {
    all: key(),
    regions: (language: string) => key('regions', language),
    organisationStorage: key('organisation', 'storage'),
    setting: (name: string) => key('setting', name),
    securityActivity: (username: string) => key('securityActivity', username),
    sessions: (username?: string) => key('sessions', ...(username === undefined ? [] : [username])),
    secondFactor: (username: string) => key('second-factor', username),
    passkeys: (username: string) => key('passkeys', username),
    joinLink: (secret: string) => key('link', secret),
    groupsByTitle: (text: string) => key('groups', 'chooser', text),
    groupTitles: (ids: readonly string[]) => key('groups', 'titles', ...ids),
    places: (locator: string | undefined, text: string) => key('places', locator, text),
    placeName: (locator: string | undefined, place: string | undefined) => key('place-name', locator, place),
    mapVersionNote: (mapId: string, versionId: string) => key('map-version-note', mapId, versionId),
    /** @param changes what was done to the open map so far */
    sharedLayers: (changes: readonly unknown[]) => queryKey('shared-layers', restUrl, changes),
    people: peopleKeys(restUrl),
  };
}

/** All administrative queries of users and groups share a prefix: a change to one invalidates all of them. */
function peopleKeys(restUrl: string) {
  const key = (...parts: readonly unknown[]) => queryKey('portal', restUrl, 'people', ...parts);
  return {
    all: key(),
    list: (text: string, order: string) => key('list', text, order),
    one: (username: string) => key('one', username),
    found: (text: string) => key('chooser', text),
    roles: key('roles'),
    privileges: (roleId: string) => key('roles', roleId),
    links: key('links'),
    partners: key('partners'),
    belongings: (username: string) => key('owned', username),
    groups: (text: string) => key('groups', 'list', text),
    groupsToAdd: (text: string) => key('groups', 'chooser', text),
  };
}

/** Position, in a key of `personKeys`, of what the query is about. */
const kindAt = 3;

/**
 * Query keys of responses that depend on the user.
 * @param who username; empty for visitors
 */
export function personKeys({ restUrl }: Pick<PortalConnection, 'restUrl'>, who: string) {
  const key = (...parts: readonly unknown[]) => queryKey('portal', restUrl, who, ...parts);
  return {
    portal: (language: string) => key('self', language),
    settings: key('settings'),
    user: key('user'),
    openExports: key('open-exports'),
    notifications: key('notifications'),
    favourites: key('favourites'),
    folders: key('folders'),
    storage: key('storage'),
    /** Without a place: every page of the user's content. */
    content: (place?: { text: string; folder: string; sort: string; order: string; page: number }) =>
      key('content', ...(place ? [place.text, place.folder, place.sort, place.order, place.page] : [])),
    /** Without a search: every search of one group's maps, or of all maps when the id is empty. */
    gallery: (groupId: string, ...search: readonly unknown[]) => key('gallery', groupId, ...search),
    galleryTags: (...search: readonly unknown[]) => key('tags', ...search),
    galleryCategories: (groupId: string) => key('categories', groupId),
    featured: (groups: unknown) => key('featured', groups),
    pictures: (ids: readonly string[]) => key('pictures', ids),
    item: (id: string) => key('item', id),
    savedItem: (id: string) => key('saved-item', id),
    itemComments: (id: string) => key('item-comments', id),
    form: (id: string) => key('form', id),
    printTemplates: key('print-templates'),
    analysis: (jobId: string) => key('analysis', jobId),
    itemGroups: (id: string) => key('item-groups', id),
    itemLayers: (id: string) => key('layers', id),
    application: (id: string) => key('application', id),
    dependents: (id: string) => key('dependents', id),
    /** Without parts: everything about the hosted service of an item. */
    service: (id: string, ...parts: readonly (string | number)[]) => key('service', id, ...parts),
    itemsById: (ids: readonly string[]) => key('items-by-id', ...ids),
    photoLayers: (words: string) => key('photo-layers', words),
    layerItems: (words: string, area: unknown) => key('layer-items', words, area),
    mapsByWords: (scope: string, words: string) => key('command-maps', scope, words),
    mapDocument: (org: string, kind: string, id: string) => key('map-document', org, kind, id),
    mapVersions: (id: string) => key('map-versions', id),
    people: (words: string) => key('people', words),
    fullNames: (usernames: readonly string[]) => key('full-names', ...usernames),
    groups: groupKeys(restUrl, who),
  };
}

function groupKeys(restUrl: string, who: string) {
  const key = (...parts: readonly unknown[]) => queryKey('portal', restUrl, who, 'groups', ...parts);
  return {
    found: (text: string) => key(text || 'featured'),
    one: (id: string) => key('one', id),
    people: (id: string) => key('people', id),
    members: (id: string) => key('members', id),
    invitations: (id: string) => key('invitations', id),
    ownInvitations: key('own-invitations'),
    person: (username: string) => key('person', username),
    peopleToInvite: (text: string) => key('to-invite', text),
  };
}

/** Whether a query of this portal may return items: all except those about the portal itself. */
export function showsItems(
  { restUrl }: Pick<PortalConnection, 'restUrl'>,
  { queryKey: key }: { queryKey: readonly unknown[] },
) {
  return key[0] === 'portal' && key[1] === restUrl && key[kindAt] !== 'self';
}

const withoutItems: readonly unknown[] = ['map-document', 'self', 'user'];

/** Whether a query lists items, excluding the open map's own document, which stays as it was opened. */
export function listsItems({ queryKey: key }: { queryKey: readonly unknown[] }): boolean {
  return key[0] === 'portal' && !withoutItems.includes(key[kindAt]);
}

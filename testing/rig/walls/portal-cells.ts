import { png } from '../content-rig.ts';
import type { Places, TwoOrganisations } from './two-organisations.ts';

/** How one operation is called in the test of the walls between organisations. */
export interface Cell {
  /** The input, with every id and name of the other organisation. */
  send?: (places: Places, own: TwoOrganisations['own']) => Record<string, string>;
  /**
   * Why the response for existing content may differ from that for missing content. Everything else must be
   * the same, except the id.
   */
  reveals?: string;
  /** It may end the caller's session, so it is called with one of its own. */
  ends?: true;
}

const picture = `data:image/png;base64,${png.toString('base64')}`;
const applications = 'the id and address of an application are in the public configuration';
const partners = 'names of organisations are public, and the first offer counts';
const ownRoles = 'the role is of the own organisation, where the first of several with a name counts';
const portalAtItsAddress = 'the description of an organisation is public at its own address';

/** Operations on one item below its owner; both with and without the folder. */
const ownItem: Record<string, Cell> = {
  '': {},
  '/update': { send: () => ({ title: 'Taken', text: '{}' }) },
  '/updateThumbnail': { send: () => ({ data: picture, filename: 'x.png' }) },
  '/deleteThumbnail': {},
  '/updateInfo': { send: () => ({ folderName: 'taken' }) },
  '/deleteInfo': { send: () => ({ infoFile: 'thumbnail/t.png' }) },
  '/delete': {},
  '/move': { send: () => ({ folder: '/' }) },
  '/share': { send: (_, own) => ({ everyone: 'true', org: 'true', groups: own.group }) },
  '/unshare': { send: ({ group }, own) => ({ groups: `${group},${own.group}` }) },
  '/protect': {},
  '/unprotect': {},
  '/reassign': { send: () => ({ targetUsername: 'olga' }) },
  '/copy': { send: () => ({ includeResources: 'true', copyPrivateResources: 'true' }) },
  '/status': { send: ({ job }) => ({ jobId: job, jobType: 'publish' }) },
  '/registeredAppInfo': {},
  '/addPart': { send: () => ({ partNum: '1' }) },
  '/parts': {},
  '/commit': { send: () => ({ title: 'Taken' }) },
  '/cancel': { send: ({ job }) => ({ jobId: job }) },
  '/addResources': { send: () => ({ text: 'x', fileName: 'x.txt' }) },
  '/updateResources': { send: () => ({ text: 'x', fileName: 't.png' }) },
  '/removeResources': { send: () => ({ deleteAll: 'true' }) },
};

const below = (address: string, cells: Record<string, Cell>) =>
  Object.fromEntries(Object.entries(cells).map(([path, cell]) => [address + path, cell]));

const user = '/community/users/:user';
const group = '/community/groups/:id';
const portal = '/portals/:portal';
const content = '/content/users/:user';
const feature = { type: 'FeatureCollection', features: [] };
const publishing: Cell['send'] = ({ item }) => ({
  itemid: item,
  filetype: 'geojson',
  text: JSON.stringify(feature),
  publishParameters: JSON.stringify({ name: 'Taken' }),
});
const exporting: Cell['send'] = ({ item }) => ({ itemId: item, exportFormat: 'CSV', title: 'Taken' });
const analysing: Cell['send'] = () => ({
  recipe: JSON.stringify({ tool: 'hull' }),
  input: JSON.stringify({ url: 'https://maps.test/server/rest/services/Taken/FeatureServer/0' }),
  title: 'Taken',
});
const service: Cell['send'] = () => ({
  createParameters: JSON.stringify({ name: 'Taken', serviceType: 'Feature Service' }),
  outputType: 'featureService',
});

/**
 * Each operation of the portal. Parameters are those that would change or reveal most if there were no wall.
 */
export const portalCells: Record<string, Cell> = {
  '/generateToken': { send: ({ user: username }) => ({ username, password: 'guessed password' }) },
  '/oauth2/authorize': {
    send: ({ app }) => ({
      client_id: app,
      response_type: 'token',
      redirect_uri: 'http://city.example/signed-in',
    }),
    reveals: applications,
  },
  '/oauth2/provider/authorize': { send: ({ app }) => ({ client_id: app }), reveals: applications },
  '/oauth2/provider/callback': { reveals: 'a page for everybody' },
  '/oauth2/saml/signin': { send: () => ({ SAMLResponse: 'PHgvPg==' }), reveals: 'a page for everybody' },
  '/oauth2/token': {
    send: ({ app }) => ({
      client_id: app,
      grant_type: 'authorization_code',
      code: 'guessed',
      code_verifier: 'g',
    }),
    reveals: applications,
  },
  '/oauth2/revokeToken': { send: ({ session }) => ({ auth_token: session }), ends: true },
  '/oauth2/platformSelf': { send: ({ app }) => ({ client_id: app }) },
  '/oauth2/validateAppAccess': { send: ({ app }) => ({ client_id: app }) },
  '/oauth2/validateRedirectUri': {
    send: ({ app }) => ({ client_id: app, redirect_uri: 'http://city.example/' }),
  },
  '/oauth2/exchangeToken': { send: ({ app }) => ({ client_id: app }) },
  '/oauth2/approval': { reveals: 'a page for everybody' },
  '/oauth2/registerApp': {
    send: ({ item }) => ({ itemId: item, appType: 'browser', redirect_uris: '["https://taken.example/"]' }),
  },
  '/oauth2/apps/:app': {},
  '/oauth2/apps/:app/update': { send: () => ({ redirect_uris: '["https://taken.example/"]' }) },
  '/oauth2/apps/:app/resetSecret': {},
  '/oauth2/apps/:app/unregister': {},
  '/oauth2/forgottenPassword': {
    send: ({ user: account }) => ({ account }),
    reveals: 'a page for everybody',
  },
  '/oauth2/newPassword': {
    send: ({ link }) => ({ link, password: 'a password of mine' }),
    reveals: 'a page for everybody',
  },
  '/oauth2/signout': { ends: true, reveals: 'a page for everybody' },
  '/': {},
  '/info': {},
  '/accounts/self': {},
  '/portals/regions': {},
  [portal]: { reveals: portalAtItsAddress },
  [`${portal}/update`]: {
    send: () => ({ implicitGrant: 'true', requireSecondFactor: 'false', nativeApps: 'true', name: 'Taken' }),
  },
  [`${portal}/provider`]: {},
  [`${portal}/provider/update`]: {
    send: () => ({ issuer: 'http://127.0.0.1:9', clientId: 'taken', clientSecret: 'taken', label: 'Taken' }),
  },
  [`${portal}/provider/readMetadata`]: { send: () => ({ metadata: '<x/>' }) },
  [`${portal}/provider/delete`]: {},
  [`${portal}/mail`]: {},
  [`${portal}/mail/test`]: {},
  [`${portal}/sp/metadata`]: { reveals: portalAtItsAddress },
  [`${portal}/settings`]: { reveals: portalAtItsAddress },
  [`${portal}/categorySchema`]: { reveals: portalAtItsAddress },
  [`${portal}/classification/classificationSchema`]: { reveals: portalAtItsAddress },
  [`${portal}/isServiceNameAvailable`]: {
    send: ({ service: name }) => ({ name, type: 'Feature Service' }),
  },
  [`${portal}/urls`]: { reveals: portalAtItsAddress },
  [`${portal}/servers`]: {},
  [`${portal}/subscriptionInfo`]: {},
  [`${portal}/createRole`]: { send: () => ({ name: 'Taken' }), reveals: ownRoles },
  [`${portal}/roles`]: {},
  [`${portal}/roles/:role`]: {},
  [`${portal}/roles/:role/privileges`]: {},
  [`${portal}/roles/:role/setPrivileges`]: { send: () => ({ privileges: '{"privileges":[]}' }) },
  [`${portal}/roles/:role/update`]: { send: () => ({ name: 'Taken' }) },
  [`${portal}/roles/:role/delete`]: {},
  [`${portal}/users`]: {},
  [`${portal}/createNotification`]: {
    send: ({ user: users }) => ({ subject: 'Taken', message: 'x', users }),
  },
  [`${portal}/trustedOrgs`]: {},
  [`${portal}/trustedOrgs/offer`]: { send: () => ({ org: 'city' }), reveals: partners },
  [`${portal}/trustedOrgs/accept`]: { send: () => ({ org: 'city' }), reveals: partners },
  [`${portal}/trustedOrgs/end`]: { send: () => ({ org: 'city' }), reveals: partners },
  '/community/self': {},
  [user]: {},
  [`${user}/update`]: { send: () => ({ fullName: 'Taken', access: 'public', email: 'x@example.org' }) },
  [`${user}/tags`]: {},
  [`${user}/notifications`]: {},
  [`${user}/notifications/:notification`]: {},
  [`${user}/notifications/:notification/delete`]: {},
  [`${user}/properties`]: {},
  [`${user}/setProperties`]: { send: () => ({ properties: '{"taken":true}' }) },
  [`${user}/invitations`]: {},
  [`${user}/invitations/:invitation`]: {},
  [`${user}/invitations/:invitation/accept`]: {},
  [`${user}/invitations/:invitation/decline`]: {},
  '/community/createGroup': { send: () => ({ title: 'Another', access: 'private' }) },
  [group]: {},
  [`${group}/users`]: {},
  [`${group}/userlist`]: {},
  [`${group}/userList`]: {},
  [`${group}/categorySchema`]: {},
  [`${group}/assignCategorySchema`]: {
    send: () => ({ categorySchema: JSON.stringify([{ title: 'Categories', categories: [] }]) }),
  },
  [`${group}/deleteCategorySchema`]: {},
  [`${group}/update`]: { send: () => ({ title: 'Taken', access: 'public' }) },
  [`${group}/delete`]: {},
  [`${group}/protect`]: {},
  [`${group}/unprotect`]: {},
  [`${group}/join`]: {},
  [`${group}/leave`]: {},
  [`${group}/reassign`]: { send: () => ({ targetUsername: 'olga' }) },
  [`${group}/addUsers`]: { send: (places) => ({ users: `hal,${places.user}`, admins: places.otherUser }) },
  [`${group}/removeUsers`]: { send: ({ user: users }) => ({ users }) },
  [`${group}/updateUsers`]: { send: ({ user: admins }) => ({ admins }) },
  [`${group}/createNotification`]: {
    send: ({ user: users }) => ({ subject: 'Taken', message: 'x', notifyAll: 'true', users }),
  },
  [`${group}/invite`]: { send: (places) => ({ users: `hal,${places.user}`, role: 'group_admin' }) },
  [`${group}/invitations`]: {},
  [`${group}/invitations/:invitation/delete`]: {},
  [`${user}/storage`]: {},
  [`${portal}/storage`]: {},
  [`${portal}/invite`]: {
    send: ({ group: groups }) => ({
      invitationList: JSON.stringify({ invitations: [{ email: 'x@example.org', groups: [groups] }] }),
    }),
  },
  [`${portal}/addUser`]: {
    send: (places) => ({ username: places.user, password: 'a password of mine', groups: places.group }),
  },
  [`${portal}/links`]: {},
  [`${portal}/links/:link/revoke`]: {},
  [`${portal}/updateUserRole`]: { send: (places) => ({ user: places.user, role: places.role }) },
  [`${portal}/updateuserrole`]: { send: (places) => ({ user: places.user, role: 'org_user' }) },
  [`${portal}/disableUsers`]: { send: ({ user: name, otherUser }) => ({ users: `${name},${otherUser}` }) },
  [`${portal}/enableUsers`]: { send: ({ user: name, otherUser }) => ({ users: `${name},${otherUser}` }) },
  [`${user}/disable`]: {},
  [`${user}/enable`]: {},
  [`${user}/delete`]: { send: () => ({ targetUsername: 'olga' }) },
  [`${user}/reset`]: {},
  [`${user}/sessions`]: {},
  [`${user}/securityActivity`]: {},
  [`${user}/sessions/:session/end`]: {},
  [`${user}/endSessions`]: {},
  [`${user}/email/sendCode`]: {},
  [`${user}/email/confirm`]: { send: () => ({ code: 'GUESSED2' }) },
  [`${user}/secondFactor`]: {},
  [`${user}/secondFactor/add`]: { send: () => ({ password: 'guessed password' }) },
  [`${user}/secondFactor/enable`]: { send: () => ({ code: '123456' }) },
  [`${user}/secondFactor/updateCodes`]: { send: () => ({ password: 'guessed password', code: '123456' }) },
  [`${user}/secondFactor/remove`]: { send: () => ({ password: 'guessed password', code: '123456' }) },
  [`${user}/secondFactor/reset`]: {},
  [`${user}/passkeys`]: {},
  [`${user}/passkeys/options`]: { send: () => ({ password: 'guessed password' }) },
  [`${user}/passkeys/add`]: { send: () => ({ passkey: '{}' }) },
  [`${user}/passkeys/:passkey/remove`]: { send: () => ({ password: 'guessed password' }) },
  '/community/links/open': { send: ({ link }) => ({ link }) },
  '/community/links/use': {
    send: ({ link }) => ({ link, password: 'a password of mine', username: 'mallory' }),
  },
  '/search': {
    send: ({ item, user: owner, group: id, folder }) => ({
      q: `id:${item} OR owner:${owner} OR group:${id} OR ownerfolder:${folder} OR wall OR hid*`,
      countFields: 'tags,type,access,categories',
      countSize: '100',
      num: '100',
    }),
  },
  '/community/groups': {
    send: ({ group: id, user: owner }) => ({
      q: `id:${id} OR owner:${owner} OR private OR everybody`,
      num: '100',
    }),
  },
  '/community/users': {
    send: (places) => ({ q: `username:${places.user} OR ${places.otherUser} OR inside*`, num: '100' }),
  },
  [`${portal}/users/search`]: { send: ({ user: q }) => ({ q, num: '100' }), reveals: portalAtItsAddress },
  '/content/groups/:id/search': { send: () => ({ q: '*', num: '100', countFields: 'tags' }) },
  '/content/groups/:id/updateItems': {
    send: ({ item }) => ({ items: JSON.stringify([{ [item]: { categories: [] } }]) }),
  },
  '/content/groups/:id': { send: () => ({ num: '100' }) },
  ...below('/content/items/:id', {
    '': {},
    '/data': {},
    '/info/*': {},
    '/resources': {},
    '/resources/*': {},
    '/groups': {},
    '/dependencies': {},
    '/dependencies/listDependentsTo': {},
    '/relatedItems': { send: () => ({ relationshipType: 'Map2Service', direction: 'forward' }) },
    '/rating': {},
    '/addRating': { send: () => ({ rating: '1' }) },
    '/deleteRating': {},
    '/comments': { send: () => ({ num: '100' }) },
    '/comments/:comment': {},
    '/addComment': { send: ({ comment }) => ({ comment: 'Taken', parentId: comment }) },
    '/comments/:comment/update': { send: () => ({ comment: 'Taken' }) },
    '/comments/:comment/delete': {},
    '/share': ownItem['/share']!,
    '/unshare': ownItem['/unshare']!,
    '/copy': ownItem['/copy']!,
    '/status': ownItem['/status']!,
  }),
  ...below(`${content}/items/:id`, ownItem),
  ...below(`${content}/:folder/items/:id`, ownItem),
  [content]: {},
  [`${content}/:folder`]: {},
  [`${content}/addItem`]: { send: () => ({ type: 'Web Map', title: 'Planted', text: '{}' }) },
  [`${content}/:folder/addItem`]: { send: () => ({ type: 'Web Map', title: 'Planted', text: '{}' }) },
  [`${content}/publish`]: { send: publishing },
  [`${content}/:folder/publish`]: { send: publishing },
  [`${content}/analysis`]: { send: analysing },
  [`${content}/:folder/analysis`]: { send: analysing },
  '/content/features/generate': {
    send: ({ item }) => ({ itemid: item, filetype: 'geojson', publishParameters: '{}' }),
  },
  [`${content}/export`]: { send: exporting },
  [`${content}/:folder/export`]: { send: exporting },
  [`${content}/createService`]: { send: service },
  [`${content}/:folder/createService`]: { send: service },
  '/content/features/analyze': { send: ({ item }) => ({ itemid: item, filetype: 'geojson' }) },
  [`${content}/deleteItems`]: { send: ({ item }) => ({ items: item }) },
  [`${content}/moveItems`]: { send: ({ item }) => ({ items: item, folder: '/' }) },
  [`${content}/shareItems`]: {
    send: ({ item }, own) => ({ items: item, everyone: 'true', org: 'true', groups: own.group }),
  },
  [`${content}/unshareItems`]: {
    send: ({ item, group }, own) => ({ items: item, groups: `${group},${own.group}` }),
  },
  [`${content}/createFolder`]: { send: () => ({ title: 'Planted' }) },
  [`${content}/:folder/updateFolder`]: { send: () => ({ title: 'Taken' }) },
  [`${content}/:folder/delete`]: {},
  [`${content}/addRelationship`]: {
    send: ({ item }, own) => ({
      originItemId: own.item,
      destinationItemId: item,
      relationshipType: 'Map2Service',
    }),
  },
  [`${content}/deleteRelationship`]: {
    send: ({ item }, own) => ({
      originItemId: item,
      destinationItemId: own.item,
      relationshipType: 'Map2Service',
    }),
  },
  [`${group}/info/*`]: {},
  [`${user}/info/*`]: {},
};

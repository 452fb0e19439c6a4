import { listLinks, revokeLink } from '../community/links/open-links.ts';
import { createOrgNotification } from '../community/notifications/notification-operations.ts';
import { disableUsers, enableUsers } from '../community/users/set-disabled.ts';
import {
  getProvider,
  readProviderMetadata,
  removeProvider,
  updateProvider,
} from '../identity/provider/provider-operations.ts';
import { getServiceMetadata } from '../identity/provider/saml/saml-response.ts';
import { getMail, testMail } from '../mail/mail-operations.ts';
import type { OperationRoute } from '../operation.ts';
import { getOrganisationStorage } from '../quotas/get-storage.ts';
import { getInfo, getPortal, getRoot } from './get-portal.ts';
import {
  getCategorySchema,
  getClassificationSchema,
  getSettings,
  isServiceNameAvailable,
  listRegions,
} from './portal-parts.ts';
import { addUser, inviteUsers } from './invite-users.ts';
import { listPortalUsers } from './list-portal-users.ts';
import {
  changeRoleDescription,
  createRole,
  getPrivileges,
  getRole,
  getRoles,
  removeRole,
  setPrivileges,
} from './roles/role-operations.ts';
import { updateUserRole } from './roles/update-user-role.ts';
import { updatePortal } from './update-portal.ts';
import { getSubscription, listServers, listUrls } from './portal-servers.ts';
import {
  acceptTrust,
  endTrust,
  listTrustedOrganisations,
  offerTrust,
} from './partnerships/partnership-operations.ts';

const portal = '/portals/:portal';
const security = 'portal:admin:manageSecurity';
const partners = 'portal:admin:manageCollaborations';

/**
 * The portal, the organisation of a call, its users and their roles, and its partners. `links` and `storage` are this portal's own.
 */
export const organisationRoutes: readonly OperationRoute[] = [
  { path: '/', operation: getRoot, needs: 'anyone', budget: 'small' },
  { path: '/info', operation: getInfo, needs: 'anyone', budget: 'small' },
  {
    path: '/accounts/self',
    operation: getPortal,
    needs: 'anyone',
    budget: 'small',
    sameForVisitors: ['culture'],
  },
  { path: '/portals/regions', operation: listRegions, needs: 'anyone', budget: 'small' },
  { path: portal, operation: getPortal, needs: 'anyone', budget: 'small', sameForVisitors: ['culture'] },
  { path: `${portal}/update`, operation: updatePortal, needs: security },
  { path: `${portal}/provider`, operation: getProvider, needs: security, budget: 'small' },
  {
    path: `${portal}/provider/update`,
    operation: updateProvider,
    needs: security,
    budget: 'vendors',
    recentSignIn: true,
  },
  {
    path: `${portal}/provider/readMetadata`,
    operation: readProviderMetadata,
    needs: security,
    budget: 'vendors',
  },
  {
    path: `${portal}/provider/delete`,
    operation: removeProvider,
    needs: security,
    recentSignIn: true,
  },
  { path: `${portal}/mail`, operation: getMail, needs: security, budget: 'small' },
  { path: `${portal}/mail/test`, operation: testMail, needs: security, budget: 'vendors' },
  { path: `${portal}/sp/metadata`, operation: getServiceMetadata, needs: 'anyone', budget: 'small' },
  { path: `${portal}/settings`, operation: getSettings, needs: 'anyone', budget: 'small' },
  { path: `${portal}/categorySchema`, operation: getCategorySchema, needs: 'anyone', budget: 'small' },
  {
    path: `${portal}/classification/classificationSchema`,
    operation: getClassificationSchema,
    needs: 'anyone',
  },
  {
    path: `${portal}/isServiceNameAvailable`,
    operation: isServiceNameAvailable,
    needs: 'portal:publisher:publishFeatures',
  },
  { path: `${portal}/urls`, operation: listUrls, needs: 'anyone', budget: 'small' },
  { path: `${portal}/servers`, operation: listServers, needs: 'member', budget: 'small' },
  { path: `${portal}/subscriptionInfo`, operation: getSubscription, needs: 'member', budget: 'small' },
  { path: `${portal}/users`, operation: listPortalUsers, needs: 'portal:user:viewOrgUsers' },
  {
    path: `${portal}/invite`,
    operation: inviteUsers,
    needs: 'portal:admin:inviteUsers',
    recentSignIn: true,
  },
  { path: `${portal}/addUser`, operation: addUser, needs: 'portal:admin:inviteUsers', recentSignIn: true },
  { path: `${portal}/links`, operation: listLinks, needs: 'portal:admin:inviteUsers' },
  { path: `${portal}/links/:link/revoke`, operation: revokeLink, needs: 'portal:admin:inviteUsers' },
  {
    path: `${portal}/updateUserRole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/updateuserrole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/createRole`,
    operation: createRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  { path: `${portal}/roles`, operation: getRoles, needs: 'member', budget: 'small' },
  { path: `${portal}/roles/:role`, operation: getRole, needs: 'member', budget: 'small' },
  { path: `${portal}/roles/:role/privileges`, operation: getPrivileges, needs: 'member', budget: 'small' },
  {
    path: `${portal}/roles/:role/setPrivileges`,
    operation: setPrivileges,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/update`,
    operation: changeRoleDescription,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/delete`,
    operation: removeRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/disableUsers`,
    operation: disableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${portal}/enableUsers`,
    operation: enableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  { path: `${portal}/storage`, operation: getOrganisationStorage, needs: 'portal:admin:viewUsers' },
  { path: `${portal}/trustedOrgs`, operation: listTrustedOrganisations, needs: partners },
  {
    path: `${portal}/createNotification`,
    operation: createOrgNotification,
    needs: 'portal:admin:updateUsers',
  },
  { path: `${portal}/trustedOrgs/offer`, operation: offerTrust, needs: partners, recentSignIn: true },
  { path: `${portal}/trustedOrgs/accept`, operation: acceptTrust, needs: partners, recentSignIn: true },
  { path: `${portal}/trustedOrgs/end`, operation: endTrust, needs: partners, recentSignIn: true },
];

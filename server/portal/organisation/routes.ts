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
  { path: '/', method: 'GET', operation: getRoot, needs: 'anyone', budget: 'small' },
  { path: '/info', method: 'GET', operation: getInfo, needs: 'anyone', budget: 'small' },
  {
    path: '/accounts/self',
    method: 'GET',
    operation: getPortal,
    needs: 'anyone',
    budget: 'small',
    sameForVisitors: ['culture'],
  },
  { path: '/portals/regions', method: 'GET', operation: listRegions, needs: 'anyone', budget: 'small' },
  {
    path: portal,
    method: 'GET',
    operation: getPortal,
    needs: 'anyone',
    budget: 'small',
    sameForVisitors: ['culture'],
  },
  { path: `${portal}/update`, method: 'POST', operation: updatePortal, needs: security },
  { path: `${portal}/provider`, method: 'GET', operation: getProvider, needs: security, budget: 'small' },
  {
    path: `${portal}/provider/update`,
    method: 'POST',
    operation: updateProvider,
    needs: security,
    budget: 'vendors',
    recentSignIn: true,
  },
  {
    path: `${portal}/provider/readMetadata`,
    method: 'GET',
    operation: readProviderMetadata,
    needs: security,
    budget: 'vendors',
  },
  {
    path: `${portal}/provider/delete`,
    method: 'POST',
    operation: removeProvider,
    needs: security,
    recentSignIn: true,
  },
  { path: `${portal}/mail`, method: 'GET', operation: getMail, needs: security, budget: 'small' },
  { path: `${portal}/mail/test`, method: 'POST', operation: testMail, needs: security, budget: 'vendors' },
  {
    path: `${portal}/sp/metadata`,
    method: 'GET',
    operation: getServiceMetadata,
    needs: 'anyone',
    budget: 'small',
  },
  { path: `${portal}/settings`, method: 'GET', operation: getSettings, needs: 'anyone', budget: 'small' },
  {
    path: `${portal}/categorySchema`,
    method: 'GET',
    operation: getCategorySchema,
    needs: 'anyone',
    budget: 'small',
  },
  {
    path: `${portal}/classification/classificationSchema`,
    method: 'GET',
    operation: getClassificationSchema,
    needs: 'anyone',
  },
  {
    path: `${portal}/isServiceNameAvailable`,
    method: 'GET',
    operation: isServiceNameAvailable,
    needs: 'portal:publisher:publishFeatures',
  },
  { path: `${portal}/urls`, method: 'GET', operation: listUrls, needs: 'anyone', budget: 'small' },
  { path: `${portal}/servers`, method: 'GET', operation: listServers, needs: 'member', budget: 'small' },
  {
    path: `${portal}/subscriptionInfo`,
    method: 'GET',
    operation: getSubscription,
    needs: 'member',
    budget: 'small',
  },
  { path: `${portal}/users`, method: 'GET', operation: listPortalUsers, needs: 'portal:user:viewOrgUsers' },
  {
    path: `${portal}/invite`,
    method: 'POST',
    operation: inviteUsers,
    needs: 'portal:admin:inviteUsers',
    recentSignIn: true,
  },
  {
    path: `${portal}/addUser`,
    method: 'POST',
    operation: addUser,
    needs: 'portal:admin:inviteUsers',
    recentSignIn: true,
  },
  { path: `${portal}/links`, method: 'GET', operation: listLinks, needs: 'portal:admin:inviteUsers' },
  {
    path: `${portal}/links/:link/revoke`,
    method: 'POST',
    operation: revokeLink,
    needs: 'portal:admin:inviteUsers',
  },
  {
    path: `${portal}/updateUserRole`,
    method: 'POST',
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/updateuserrole`,
    method: 'POST',
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/createRole`,
    method: 'POST',
    operation: createRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  { path: `${portal}/roles`, method: 'GET', operation: getRoles, needs: 'member', budget: 'small' },
  { path: `${portal}/roles/:role`, method: 'GET', operation: getRole, needs: 'member', budget: 'small' },
  {
    path: `${portal}/roles/:role/privileges`,
    method: 'GET',
    operation: getPrivileges,
    needs: 'member',
    budget: 'small',
  },
  {
    path: `${portal}/roles/:role/setPrivileges`,
    method: 'POST',
    operation: setPrivileges,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/update`,
    method: 'POST',
    operation: changeRoleDescription,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/roles/:role/delete`,
    method: 'POST',
    operation: removeRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    path: `${portal}/disableUsers`,
    method: 'POST',
    operation: disableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${portal}/enableUsers`,
    method: 'POST',
    operation: enableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    path: `${portal}/storage`,
    method: 'GET',
    operation: getOrganisationStorage,
    needs: 'portal:admin:viewUsers',
  },
  { path: `${portal}/trustedOrgs`, method: 'GET', operation: listTrustedOrganisations, needs: partners },
  {
    path: `${portal}/createNotification`,
    method: 'POST',
    operation: createOrgNotification,
    needs: 'portal:admin:updateUsers',
  },
  {
    path: `${portal}/trustedOrgs/offer`,
    method: 'POST',
    operation: offerTrust,
    needs: partners,
    recentSignIn: true,
  },
  {
    path: `${portal}/trustedOrgs/accept`,
    method: 'POST',
    operation: acceptTrust,
    needs: partners,
    recentSignIn: true,
  },
  {
    path: `${portal}/trustedOrgs/end`,
    method: 'POST',
    operation: endTrust,
    needs: partners,
    recentSignIn: true,
  },
];

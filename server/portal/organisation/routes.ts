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
import { operationRoutes } from '../operation.ts';
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
export const organisationRoutes = operationRoutes([
  { reads: '/', operation: getRoot, needs: 'anyone', budget: 'small' },
  { reads: '/info', operation: getInfo, needs: 'anyone', budget: 'small' },
  {
    reads: '/accounts/self',
    operation: getPortal,
    needs: 'anyone',
    budget: 'small',
    sameForVisitors: ['culture'],
  },
  { reads: '/portals/regions', operation: listRegions, needs: 'anyone', budget: 'small' },
  { reads: portal, operation: getPortal, needs: 'anyone', budget: 'small', sameForVisitors: ['culture'] },
  { changes: `${portal}/update`, operation: updatePortal, needs: security },
  { reads: `${portal}/provider`, operation: getProvider, needs: security, budget: 'small' },
  {
    changes: `${portal}/provider/update`,
    operation: updateProvider,
    needs: security,
    budget: 'vendors',
    recentSignIn: true,
  },
  {
    reads: `${portal}/provider/readMetadata`,
    operation: readProviderMetadata,
    needs: security,
    budget: 'vendors',
  },
  { changes: `${portal}/provider/delete`, operation: removeProvider, needs: security, recentSignIn: true },
  { reads: `${portal}/mail`, operation: getMail, needs: security, budget: 'small' },
  { changes: `${portal}/mail/test`, operation: testMail, needs: security, budget: 'vendors' },
  { reads: `${portal}/sp/metadata`, operation: getServiceMetadata, needs: 'anyone', budget: 'small' },
  { reads: `${portal}/settings`, operation: getSettings, needs: 'anyone', budget: 'small' },
  { reads: `${portal}/categorySchema`, operation: getCategorySchema, needs: 'anyone', budget: 'small' },
  {
    reads: `${portal}/classification/classificationSchema`,
    operation: getClassificationSchema,
    needs: 'anyone',
  },
  {
    reads: `${portal}/isServiceNameAvailable`,
    operation: isServiceNameAvailable,
    needs: 'portal:publisher:publishFeatures',
  },
  { reads: `${portal}/urls`, operation: listUrls, needs: 'anyone', budget: 'small' },
  { reads: `${portal}/servers`, operation: listServers, needs: 'member', budget: 'small' },
  { reads: `${portal}/subscriptionInfo`, operation: getSubscription, needs: 'member', budget: 'small' },
  { reads: `${portal}/users`, operation: listPortalUsers, needs: 'portal:user:viewOrgUsers' },
  {
    changes: `${portal}/invite`,
    operation: inviteUsers,
    needs: 'portal:admin:inviteUsers',
    recentSignIn: true,
  },
  { changes: `${portal}/addUser`, operation: addUser, needs: 'portal:admin:inviteUsers', recentSignIn: true },
  { reads: `${portal}/links`, operation: listLinks, needs: 'portal:admin:inviteUsers' },
  { changes: `${portal}/links/:link/revoke`, operation: revokeLink, needs: 'portal:admin:inviteUsers' },
  {
    changes: `${portal}/updateUserRole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    changes: `${portal}/updateuserrole`,
    operation: updateUserRole,
    needs: 'portal:admin:changeUserRoles',
    recentSignIn: true,
  },
  {
    changes: `${portal}/createRole`,
    operation: createRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  { reads: `${portal}/roles`, operation: getRoles, needs: 'member', budget: 'small' },
  { reads: `${portal}/roles/:role`, operation: getRole, needs: 'member', budget: 'small' },
  { reads: `${portal}/roles/:role/privileges`, operation: getPrivileges, needs: 'member', budget: 'small' },
  {
    changes: `${portal}/roles/:role/setPrivileges`,
    operation: setPrivileges,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    changes: `${portal}/roles/:role/update`,
    operation: changeRoleDescription,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    changes: `${portal}/roles/:role/delete`,
    operation: removeRole,
    needs: 'portal:admin:manageRoles',
    recentSignIn: true,
  },
  {
    changes: `${portal}/disableUsers`,
    operation: disableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  {
    changes: `${portal}/enableUsers`,
    operation: enableUsers,
    needs: 'portal:admin:disableUsers',
    recentSignIn: true,
  },
  { reads: `${portal}/storage`, operation: getOrganisationStorage, needs: 'portal:admin:viewUsers' },
  { reads: `${portal}/trustedOrgs`, operation: listTrustedOrganisations, needs: partners },
  {
    changes: `${portal}/createNotification`,
    operation: createOrgNotification,
    needs: 'portal:admin:updateUsers',
  },
  { changes: `${portal}/trustedOrgs/offer`, operation: offerTrust, needs: partners, recentSignIn: true },
  { changes: `${portal}/trustedOrgs/accept`, operation: acceptTrust, needs: partners, recentSignIn: true },
  { changes: `${portal}/trustedOrgs/end`, operation: endTrust, needs: partners, recentSignIn: true },
]);

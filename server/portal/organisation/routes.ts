import type { OperationRoute } from '../operation.ts';
import { getInfo, getRoot } from './get-info.ts';
import { getPortal } from './get-portal.ts';
import { listRegions } from './list-regions.ts';
import { listPortalUsers } from './list-users.ts';
import {
  getCategorySchema,
  getClassificationSchema,
  getSettings,
  isServiceNameAvailable,
  listRoles,
} from './portal-parts.ts';

const portal = '/portals/:portal';

/** The portal and its one organisation (portal-wire §2). */
export const organisationRoutes: readonly OperationRoute[] = [
  { path: '/', operation: getRoot, needs: 'anyone', budget: 'small' },
  { path: '/info', operation: getInfo, needs: 'anyone', budget: 'small' },
  { path: '/accounts/self', operation: getPortal, needs: 'anyone', budget: 'small' },
  { path: '/portals/regions', operation: listRegions, needs: 'anyone', budget: 'small' },
  { path: portal, operation: getPortal, needs: 'anyone', budget: 'small' },
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
  { path: `${portal}/roles`, operation: listRoles, needs: 'member', budget: 'small' },
  { path: `${portal}/users`, operation: listPortalUsers, needs: 'portal:user:viewOrgUsers' },
];

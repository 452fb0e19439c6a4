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
  { path: '/', operation: getRoot },
  { path: '/info', operation: getInfo },
  { path: '/accounts/self', operation: getPortal },
  { path: '/portals/regions', operation: listRegions },
  { path: portal, operation: getPortal },
  { path: `${portal}/settings`, operation: getSettings },
  { path: `${portal}/categorySchema`, operation: getCategorySchema },
  { path: `${portal}/classification/classificationSchema`, operation: getClassificationSchema },
  { path: `${portal}/isServiceNameAvailable`, operation: isServiceNameAvailable },
  { path: `${portal}/roles`, operation: listRoles },
  { path: `${portal}/users`, operation: listPortalUsers },
];

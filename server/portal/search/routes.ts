import type { OperationRoute } from '../operation.ts';
import { fileGroupItems } from './file-group-items.ts';
import { listGroupContent, searchGroupContent } from './group-content.ts';
import { searchGroups } from './search-groups.ts';
import { searchItems } from './search-items.ts';
import { searchUsers } from './search-users.ts';

/** Everything that finds things. */
export const searchRoutes: readonly OperationRoute[] = [
  { path: '/search', operation: searchItems },
  { path: '/community/groups', operation: searchGroups },
  { path: '/community/users', operation: searchUsers },
  { path: '/portals/:portal/users/search', operation: searchUsers },
  { path: '/content/groups/:id/search', operation: searchGroupContent },
  { path: '/content/groups/:id/updateItems', operation: fileGroupItems },
  { path: '/content/groups/:id', operation: listGroupContent },
];

import type { OperationRoute } from '../operation.ts';
import {
  fileGroupItems,
  listGroupContent,
  searchGroupContent,
  searchGroups,
  searchItems,
  searchUsers,
} from './search-operations.ts';

/** All searches. */
export const searchRoutes: readonly OperationRoute[] = [
  { path: '/search', operation: searchItems, needs: 'anyone', budget: 'search', ofContent: true },
  { path: '/community/groups', operation: searchGroups, needs: 'anyone', budget: 'search' },
  { path: '/community/users', operation: searchUsers, needs: 'anyone', budget: 'search' },
  { path: '/portals/:portal/users/search', operation: searchUsers, needs: 'anyone', budget: 'search' },
  { path: '/content/groups/:id/search', operation: searchGroupContent, needs: 'anyone', budget: 'search' },
  {
    path: '/content/groups/:id/updateItems',
    operation: fileGroupItems,
    needs: 'portal:user:categorizeItems',
  },
  { path: '/content/groups/:id', operation: listGroupContent, needs: 'anyone', budget: 'search' },
];

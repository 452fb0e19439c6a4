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
  {
    path: '/search',
    method: 'GET',
    operation: searchItems,
    needs: 'anyone',
    budget: 'search',
    ofContent: true,
  },
  { path: '/community/groups', method: 'GET', operation: searchGroups, needs: 'anyone', budget: 'search' },
  { path: '/community/users', method: 'GET', operation: searchUsers, needs: 'anyone', budget: 'search' },
  {
    path: '/portals/:portal/users/search',
    method: 'GET',
    operation: searchUsers,
    needs: 'anyone',
    budget: 'search',
  },
  {
    path: '/content/groups/:id/search',
    method: 'GET',
    operation: searchGroupContent,
    needs: 'anyone',
    budget: 'search',
  },
  {
    path: '/content/groups/:id/updateItems',
    method: 'POST',
    operation: fileGroupItems,
    needs: 'portal:user:categorizeItems',
  },
  {
    path: '/content/groups/:id',
    method: 'GET',
    operation: listGroupContent,
    needs: 'anyone',
    budget: 'search',
  },
];

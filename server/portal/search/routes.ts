import { operationRoutes } from '../operation.ts';
import {
  fileGroupItems,
  listGroupContent,
  searchGroupContent,
  searchGroups,
  searchItems,
  searchUsers,
} from './search-operations.ts';

/** All searches. */
export const searchRoutes = operationRoutes([
  { reads: '/search', operation: searchItems, needs: 'anyone', budget: 'search', ofContent: true },
  { reads: '/community/groups', operation: searchGroups, needs: 'anyone', budget: 'search' },
  { reads: '/community/users', operation: searchUsers, needs: 'anyone', budget: 'search' },
  { reads: '/portals/:portal/users/search', operation: searchUsers, needs: 'anyone', budget: 'search' },
  { reads: '/content/groups/:id/search', operation: searchGroupContent, needs: 'anyone', budget: 'search' },
  {
    changes: '/content/groups/:id/updateItems',
    operation: fileGroupItems,
    needs: 'portal:user:categorizeItems',
  },
  { reads: '/content/groups/:id', operation: listGroupContent, needs: 'anyone', budget: 'search' },
]);

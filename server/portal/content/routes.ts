import type { OperationRoute } from '../operation.ts';
import { getGroupInfoFile, getItemInfoFile, getUserInfoFile } from './files/get-info-file.ts';
import { updateThumbnail } from './files/update-thumbnail.ts';
import { deleteFolder, renameFolder } from './folders/change-folder.ts';
import { createFolder } from './folders/create-folder.ts';
import { getItemData } from './item-data/get-item-data.ts';
import { addItem } from './items/add-item.ts';
import { copyItem } from './items/copy-item.ts';
import { deleteItem, deleteItems } from './items/delete-items.ts';
import { getItem, getUserItem } from './items/get-item.ts';
import { moveItem } from './items/move-item.ts';
import { protectItem, unprotectItem } from './items/protect-item.ts';
import { reassignItem } from './items/reassign-item.ts';
import { updateItem } from './items/update-item.ts';
import { listUserContent } from './listing/list-user-content.ts';
import { analyze } from './publishing/analyze.ts';
import { createService } from './publishing/create-service.ts';
import { cancelPublishing, itemStatus } from './publishing/job-status.ts';
import { publish } from './publishing/publish.ts';
import { addRating, deleteRating, getRating } from './ratings/rate-item.ts';
import { addRelationship, deleteRelationship, relatedItems } from './relations/related-items.ts';
import { inContent, onItem } from './remember-others.ts';
import { addResources, removeResources, updateResources } from './resources/change-resources.ts';
import { getResource, listResources } from './resources/read-resources.ts';
import { itemGroups } from './sharing/item-groups.ts';
import { shareItem } from './sharing/share-item.ts';
import { unshareItem } from './sharing/unshare-item.ts';

/** What is done with one item; every row answers below each of `itemAddresses`. */
const ofOwnItem: readonly OperationRoute[] = [
  { path: '', operation: getUserItem },
  { path: '/update', operation: onItem('item.changed', updateItem), largeBody: true },
  { path: '/updateThumbnail', operation: onItem('item.changed', updateThumbnail), largeBody: true },
  { path: '/delete', operation: deleteItem },
  { path: '/move', operation: onItem('item.changed', moveItem) },
  { path: '/share', operation: shareItem },
  { path: '/unshare', operation: unshareItem },
  { path: '/protect', operation: onItem('item.changed', protectItem) },
  { path: '/unprotect', operation: onItem('item.changed', unprotectItem) },
  { path: '/reassign', operation: onItem('item.reassigned', reassignItem) },
  { path: '/copy', operation: copyItem },
  { path: '/status', operation: itemStatus },
  { path: '/cancel', operation: onItem('item.changed', cancelPublishing) },
  { path: '/addResources', operation: onItem('item.changed', addResources), largeBody: true },
  { path: '/updateResources', operation: onItem('item.changed', updateResources), largeBody: true },
  { path: '/removeResources', operation: onItem('item.changed', removeResources) },
];

/** With and without the folder: clients send it where they know it. */
const itemAddresses = ['/content/users/:user/items/:id', '/content/users/:user/:folder/items/:id'];

/** What is done with one item by its id alone. */
const ofItem: readonly OperationRoute[] = [
  { path: '', operation: getItem },
  { path: '/data', operation: getItemData },
  { path: '/info/*', operation: getItemInfoFile },
  { path: '/resources', operation: listResources },
  { path: '/resources/*', operation: getResource },
  { path: '/groups', operation: itemGroups },
  { path: '/relatedItems', operation: relatedItems },
  { path: '/rating', operation: getRating },
  { path: '/addRating', operation: addRating },
  { path: '/deleteRating', operation: deleteRating },
  { path: '/share', operation: shareItem },
  { path: '/unshare', operation: unshareItem },
  { path: '/copy', operation: copyItem },
  { path: '/status', operation: itemStatus },
];

const below = (address: string, routes: readonly OperationRoute[]): OperationRoute[] =>
  routes.map((route) => ({ ...route, path: address + route.path }));

/**
 * Items, their data and files, folders, sharing (portal-wire §4). What is done with other people's content is remembered; sharing,
 * deleting and publishing see to that themselves.
 */
export const contentRoutes: readonly OperationRoute[] = [
  ...below('/content/items/:id', ofItem),
  ...itemAddresses.flatMap((address) => below(address, ofOwnItem)),
  { path: '/content/users/:user', operation: listUserContent },
  { path: '/content/users/:user/:folder', operation: listUserContent },
  { path: '/content/users/:user/addItem', operation: inContent('item.added', addItem), largeBody: true },
  {
    path: '/content/users/:user/:folder/addItem',
    operation: inContent('item.added', addItem),
    largeBody: true,
  },
  { path: '/content/users/:user/publish', operation: publish },
  { path: '/content/users/:user/:folder/publish', operation: publish },
  { path: '/content/users/:user/createService', operation: createService },
  { path: '/content/users/:user/:folder/createService', operation: createService },
  { path: '/content/features/analyze', operation: analyze, largeBody: true },
  { path: '/content/users/:user/deleteItems', operation: deleteItems },
  { path: '/content/users/:user/createFolder', operation: inContent('folder.changed', createFolder) },
  { path: '/content/users/:user/:folder/updateFolder', operation: inContent('folder.changed', renameFolder) },
  { path: '/content/users/:user/:folder/delete', operation: inContent('folder.changed', deleteFolder) },
  { path: '/content/users/:user/addRelationship', operation: inContent('item.changed', addRelationship) },
  {
    path: '/content/users/:user/deleteRelationship',
    operation: inContent('item.changed', deleteRelationship),
  },
  { path: '/community/groups/:id/info/*', operation: getGroupInfoFile },
  { path: '/community/users/:user/info/*', operation: getUserInfoFile },
];

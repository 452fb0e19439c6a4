import type { Requirement } from '../access/privileges.ts';
import { getRegisteredAppInfo } from '../identity/apps/app-operations.ts';
import { type OperationRoute, operationRoutes } from '../operation.ts';
import {
  addComment,
  changeComment,
  getComment,
  getComments,
  removeComment,
} from './comments/comment-operations.ts';
import { getGroupInfoFile, getItemInfoFile, getUserInfoFile } from './files/get-info-file.ts';
import { dependencies, dependents } from './dependencies/dependencies.ts';
import { deleteInfo, updateInfo } from './files/info-files.ts';
import { deleteThumbnail, updateThumbnail } from './files/thumbnail.ts';
import { createFolder, deleteFolder, renameFolder } from './folders/folder-operations.ts';
import { getItemData } from './item-data/get-item-data.ts';
import { addItem } from './items/add-item.ts';
import { copyItem } from './items/copy-item.ts';
import { deleteItem, deleteItems, deletionNeeds } from './items/delete-items.ts';
import { forEachItem } from './items/each-item.ts';
import { getItem, getUserItem } from './items/load-item.ts';
import { moveItem, protectItem, reassignItem, unprotectItem, updateItem } from './items/change-item.ts';
import { listUserContent } from './listing/list-user-content.ts';
import { analyze } from './publishing/analyze.ts';
import { analyseLayers, analysisNeeds } from './publishing/analysis.ts';
import { createService } from './publishing/create-service.ts';
import { cancelItem, itemStatus } from './publishing/job-status.ts';
import { exportItem, exportNeeds } from './publishing/export.ts';
import { generate } from './publishing/generate.ts';
import { publish } from './publishing/publish.ts';
import { addRating, deleteRating, getRating } from './ratings/rate-item.ts';
import { addRelationship, deleteRelationship, relatedItems } from './relations/related-items.ts';
import { inContent, onItem } from './record-item-act.ts';
import {
  addResources,
  getResource,
  listResources,
  removeResources,
  updateResources,
} from './resources/resource-operations.ts';
import { addPart, commitUpload, getParts } from './uploads/upload-operations.ts';
import { itemGroups, shareItem, unshareItem } from './sharing/share-item.ts';

/**
 * For one's own content, or with the admin privilege for other users'; the operation checks which applies.
 */
const changing: Requirement = ['portal:user:createItem', 'portal:admin:updateItems'];

/** Fields of an item that may be large. */
const data = ['text', 'data', 'thumbnail'];

/** Operations on one item; each is mounted below every URL of `itemAddresses`. */
const ofOwnItem = operationRoutes([
  { reads: '', operation: getUserItem, needs: 'member' },
  { changes: '/update', operation: updateItem, needs: changing, largeFields: data },
  {
    changes: '/updateThumbnail',
    operation: onItem('item.changed', updateThumbnail),
    needs: changing,
    largeFields: ['data', 'file'],
  },
  { changes: '/deleteThumbnail', operation: onItem('item.changed', deleteThumbnail), needs: changing },
  { changes: '/updateInfo', operation: onItem('item.changed', updateInfo), needs: changing },
  { changes: '/deleteInfo', operation: onItem('item.changed', deleteInfo), needs: changing },
  { changes: '/delete', operation: deleteItem, needs: deletionNeeds },
  { changes: '/move', operation: onItem('item.changed', moveItem), needs: changing },
  { changes: '/share', operation: shareItem, needs: 'member' },
  { changes: '/unshare', operation: unshareItem, needs: 'member' },
  { changes: '/protect', operation: onItem('item.changed', protectItem), needs: changing },
  { changes: '/unprotect', operation: onItem('item.changed', unprotectItem), needs: changing },
  {
    changes: '/reassign',
    operation: onItem('item.reassigned', reassignItem),
    needs: 'portal:admin:reassignItems',
  },
  { changes: '/copy', operation: copyItem, needs: 'portal:user:createItem' },
  { reads: '/status', operation: itemStatus, needs: 'member' },
  { reads: '/registeredAppInfo', operation: getRegisteredAppInfo, needs: 'member' },
  // Only committing changes the item; it is logged without `onItem`, because its job continues after the transaction.
  { changes: '/addPart', operation: addPart, needs: changing, largeFields: [] },
  { reads: '/parts', operation: getParts, needs: changing },
  { changes: '/commit', operation: commitUpload, needs: changing },
  { changes: '/cancel', operation: onItem('item.changed', cancelItem), needs: changing },
  {
    changes: '/addResources',
    operation: onItem('item.changed', addResources),
    needs: changing,
    largeFields: ['text'],
  },
  {
    changes: '/updateResources',
    operation: onItem('item.changed', updateResources),
    needs: changing,
    largeFields: ['text'],
  },
  { changes: '/removeResources', operation: onItem('item.changed', removeResources), needs: changing },
]);

/** With and without the folder: clients send it if they know it. */
const itemAddresses = ['/content/users/:user/items/:id', '/content/users/:user/:folder/items/:id'];

/** Operations on one item by its id only. */
const ofItem = operationRoutes([
  { reads: '', operation: getItem, needs: 'anyone' },
  { reads: '/data', operation: getItemData, needs: 'anyone' },
  { reads: '/info/*', operation: getItemInfoFile, needs: 'anyone' },
  { reads: '/resources', operation: listResources, needs: 'anyone' },
  { reads: '/resources/*', operation: getResource, needs: 'anyone' },
  { reads: '/groups', operation: itemGroups, needs: 'anyone' },
  { reads: '/relatedItems', operation: relatedItems, needs: 'anyone' },
  { reads: '/dependencies', operation: dependencies, needs: 'anyone' },
  { reads: '/dependencies/listDependentsTo', operation: dependents, needs: 'anyone' },
  { reads: '/rating', operation: getRating, needs: 'anyone' },
  { changes: '/addRating', operation: addRating, needs: 'member' },
  { changes: '/deleteRating', operation: deleteRating, needs: 'member' },
  { reads: '/comments', operation: getComments, needs: 'anyone' },
  { reads: '/comments/:comment', operation: getComment, needs: 'anyone' },
  { changes: '/addComment', operation: addComment, needs: 'member' },
  { changes: '/comments/:comment/update', operation: changeComment, needs: 'member' },
  { changes: '/comments/:comment/delete', operation: removeComment, needs: 'member' },
  { changes: '/share', operation: shareItem, needs: 'member' },
  { changes: '/unshare', operation: unshareItem, needs: 'member' },
  { changes: '/copy', operation: copyItem, needs: 'portal:user:createItem' },
  { reads: '/status', operation: itemStatus, needs: 'member' },
]);

const below = (address: string, routes: readonly OperationRoute[]): OperationRoute[] =>
  routes.map((route) => ({ ...route, path: address + route.path }));

/** Operations on the content of a user, on files before they are items, and pictures of groups and users. */
const ofContent = operationRoutes([
  { reads: '/content/users/:user', operation: listUserContent, needs: 'anyone' },
  { reads: '/content/users/:user/:folder', operation: listUserContent, needs: 'anyone' },
  {
    changes: '/content/users/:user/addItem',
    operation: addItem,
    needs: 'portal:user:createItem',
    largeFields: data,
  },
  {
    changes: '/content/users/:user/:folder/addItem',
    operation: addItem,
    needs: 'portal:user:createItem',
    largeFields: data,
  },
  { changes: '/content/users/:user/publish', operation: publish, needs: 'portal:publisher:publishFeatures' },
  {
    changes: '/content/users/:user/:folder/publish',
    operation: publish,
    needs: 'portal:publisher:publishFeatures',
  },
  { changes: '/content/users/:user/export', operation: exportItem, needs: exportNeeds },
  { changes: '/content/users/:user/analysis', operation: analyseLayers, needs: analysisNeeds },
  { changes: '/content/users/:user/:folder/analysis', operation: analyseLayers, needs: analysisNeeds },
  { changes: '/content/users/:user/:folder/export', operation: exportItem, needs: exportNeeds },
  {
    changes: '/content/users/:user/createService',
    operation: createService,
    needs: 'portal:publisher:publishFeatures',
  },
  {
    changes: '/content/users/:user/:folder/createService',
    operation: createService,
    needs: 'portal:publisher:publishFeatures',
  },
  {
    reads: '/content/features/analyze',
    operation: analyze,
    budget: 'previews',
    needs: 'portal:publisher:publishFeatures',
    largeFields: [],
  },
  {
    reads: '/content/features/generate',
    operation: generate,
    budget: 'previews',
    needs: 'portal:user:createItem',
    largeFields: ['text'],
  },
  { changes: '/content/users/:user/deleteItems', operation: deleteItems, needs: deletionNeeds },
  {
    changes: '/content/users/:user/moveItems',
    operation: forEachItem({ operation: onItem('item.changed', moveItem), needs: changing }),
    needs: changing,
  },
  {
    changes: '/content/users/:user/shareItems',
    operation: forEachItem({ operation: shareItem, needs: 'member' }, { notSharedWith: [] }),
    needs: 'member',
  },
  {
    changes: '/content/users/:user/unshareItems',
    operation: forEachItem({ operation: unshareItem, needs: 'member' }, { notUnsharedFrom: [] }),
    needs: 'member',
  },
  {
    changes: '/content/users/:user/createFolder',
    operation: inContent('folder.changed', createFolder),
    needs: changing,
  },
  {
    changes: '/content/users/:user/:folder/updateFolder',
    operation: inContent('folder.changed', renameFolder),
    needs: changing,
  },
  {
    changes: '/content/users/:user/:folder/delete',
    operation: inContent('folder.changed', deleteFolder),
    needs: deletionNeeds,
  },
  { changes: '/content/users/:user/addRelationship', operation: addRelationship, needs: changing },
  { changes: '/content/users/:user/deleteRelationship', operation: deleteRelationship, needs: changing },
  { reads: '/community/groups/:id/info/*', operation: getGroupInfoFile, needs: 'anyone' },
  { reads: '/community/users/:user/info/*', operation: getUserInfoFile, needs: 'anyone' },
]);

/**
 * Items, their data and files, folders, sharing. Acts on other users' content are written to the audit log;
 * sharing, deleting and publishing write their own entries.
 */
export const contentRoutes: readonly OperationRoute[] = [
  ...below('/content/items/:id', ofItem),
  ...itemAddresses.flatMap((address) => below(address, ofOwnItem)),
  ...ofContent,
];

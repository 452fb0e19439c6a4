import type { Requirement } from '../access/privileges.ts';
import { getRegisteredAppInfo } from '../identity/apps/app-operations.ts';
import type { OperationRoute } from '../operation.ts';
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
import { deleteItem, deleteItems } from './items/delete-items.ts';
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
const deleting: Requirement = ['portal:user:createItem', 'portal:admin:deleteItems'];

/** Fields of an item that may be large. */
const data = ['text', 'data', 'thumbnail'];

/** Operations on one item; each is mounted below every URL of `itemAddresses`. */
const ofOwnItem: readonly OperationRoute[] = [
  { path: '', method: 'GET', operation: getUserItem, needs: 'member' },
  { path: '/update', method: 'POST', operation: updateItem, needs: changing, largeFields: data },
  {
    path: '/updateThumbnail',
    method: 'POST',
    operation: onItem('item.changed', updateThumbnail),
    needs: changing,
    largeFields: ['data', 'file'],
  },
  {
    path: '/deleteThumbnail',
    method: 'POST',
    operation: onItem('item.changed', deleteThumbnail),
    needs: changing,
  },
  { path: '/updateInfo', method: 'POST', operation: onItem('item.changed', updateInfo), needs: changing },
  { path: '/deleteInfo', method: 'POST', operation: onItem('item.changed', deleteInfo), needs: changing },
  { path: '/delete', method: 'POST', operation: deleteItem, needs: deleting },
  { path: '/move', method: 'POST', operation: onItem('item.changed', moveItem), needs: changing },
  { path: '/share', method: 'POST', operation: shareItem, needs: 'member' },
  { path: '/unshare', method: 'POST', operation: unshareItem, needs: 'member' },
  { path: '/protect', method: 'POST', operation: onItem('item.changed', protectItem), needs: changing },
  { path: '/unprotect', method: 'POST', operation: onItem('item.changed', unprotectItem), needs: changing },
  {
    path: '/reassign',
    method: 'POST',
    operation: onItem('item.reassigned', reassignItem),
    needs: 'portal:admin:reassignItems',
  },
  { path: '/copy', method: 'POST', operation: copyItem, needs: 'portal:user:createItem' },
  { path: '/status', method: 'GET', operation: itemStatus, needs: 'member' },
  { path: '/registeredAppInfo', method: 'GET', operation: getRegisteredAppInfo, needs: 'member' },
  // Only committing changes the item; it is logged without `onItem`, because its job continues after the transaction.
  { path: '/addPart', method: 'POST', operation: addPart, needs: changing, largeFields: [] },
  { path: '/parts', method: 'GET', operation: getParts, needs: changing },
  { path: '/commit', method: 'POST', operation: commitUpload, needs: changing },
  { path: '/cancel', method: 'POST', operation: onItem('item.changed', cancelItem), needs: changing },
  {
    path: '/addResources',
    method: 'POST',
    operation: onItem('item.changed', addResources),
    needs: changing,
    largeFields: ['text'],
  },
  {
    path: '/updateResources',
    method: 'POST',
    operation: onItem('item.changed', updateResources),
    needs: changing,
    largeFields: ['text'],
  },
  {
    path: '/removeResources',
    method: 'POST',
    operation: onItem('item.changed', removeResources),
    needs: changing,
  },
];

/** With and without the folder: clients send it if they know it. */
const itemAddresses = ['/content/users/:user/items/:id', '/content/users/:user/:folder/items/:id'];

/** Operations on one item by its id only. */
const ofItem: readonly OperationRoute[] = [
  { path: '', method: 'GET', operation: getItem, needs: 'anyone' },
  { path: '/data', method: 'GET', operation: getItemData, needs: 'anyone' },
  { path: '/info/*', method: 'GET', operation: getItemInfoFile, needs: 'anyone' },
  { path: '/resources', method: 'GET', operation: listResources, needs: 'anyone' },
  { path: '/resources/*', method: 'GET', operation: getResource, needs: 'anyone' },
  { path: '/groups', method: 'GET', operation: itemGroups, needs: 'anyone' },
  { path: '/relatedItems', method: 'GET', operation: relatedItems, needs: 'anyone' },
  { path: '/dependencies', method: 'GET', operation: dependencies, needs: 'anyone' },
  { path: '/dependencies/listDependentsTo', method: 'GET', operation: dependents, needs: 'anyone' },
  { path: '/rating', method: 'GET', operation: getRating, needs: 'anyone' },
  { path: '/addRating', method: 'POST', operation: addRating, needs: 'member' },
  { path: '/deleteRating', method: 'POST', operation: deleteRating, needs: 'member' },
  { path: '/comments', method: 'GET', operation: getComments, needs: 'anyone' },
  { path: '/comments/:comment', method: 'GET', operation: getComment, needs: 'anyone' },
  { path: '/addComment', method: 'POST', operation: addComment, needs: 'member' },
  { path: '/comments/:comment/update', method: 'POST', operation: changeComment, needs: 'member' },
  { path: '/comments/:comment/delete', method: 'POST', operation: removeComment, needs: 'member' },
  { path: '/share', method: 'POST', operation: shareItem, needs: 'member' },
  { path: '/unshare', method: 'POST', operation: unshareItem, needs: 'member' },
  { path: '/copy', method: 'POST', operation: copyItem, needs: 'portal:user:createItem' },
  { path: '/status', method: 'GET', operation: itemStatus, needs: 'member' },
];

const below = (address: string, routes: readonly OperationRoute[]): OperationRoute[] =>
  routes.map((route) => ({ ...route, path: address + route.path }));

/**
 * Items, their data and files, folders, sharing. Acts on other users' content are written to the audit log;
 * sharing, deleting and publishing write their own entries.
 */
export const contentRoutes: readonly OperationRoute[] = [
  ...below('/content/items/:id', ofItem),
  ...itemAddresses.flatMap((address) => below(address, ofOwnItem)),
  { path: '/content/users/:user', method: 'GET', operation: listUserContent, needs: 'anyone' },
  { path: '/content/users/:user/:folder', method: 'GET', operation: listUserContent, needs: 'anyone' },
  {
    path: '/content/users/:user/addItem',
    method: 'POST',
    operation: addItem,
    needs: 'portal:user:createItem',
    largeFields: data,
  },
  {
    path: '/content/users/:user/:folder/addItem',
    method: 'POST',
    operation: addItem,
    needs: 'portal:user:createItem',
    largeFields: data,
  },
  {
    path: '/content/users/:user/publish',
    method: 'POST',
    operation: publish,
    needs: 'portal:publisher:publishFeatures',
  },
  {
    path: '/content/users/:user/:folder/publish',
    method: 'POST',
    operation: publish,
    needs: 'portal:publisher:publishFeatures',
  },
  { path: '/content/users/:user/export', method: 'POST', operation: exportItem, needs: exportNeeds },
  {
    path: '/content/users/:user/analysis',
    method: 'POST',
    operation: analyseLayers,
    needs: analysisNeeds,
  },
  {
    path: '/content/users/:user/:folder/analysis',
    method: 'POST',
    operation: analyseLayers,
    needs: analysisNeeds,
  },
  { path: '/content/users/:user/:folder/export', method: 'POST', operation: exportItem, needs: exportNeeds },
  {
    path: '/content/users/:user/createService',
    method: 'POST',
    operation: createService,
    needs: 'portal:publisher:publishFeatures',
  },
  {
    path: '/content/users/:user/:folder/createService',
    method: 'POST',
    operation: createService,
    needs: 'portal:publisher:publishFeatures',
  },
  {
    path: '/content/features/analyze',
    method: 'GET',
    operation: analyze,
    budget: 'previews',
    needs: 'portal:publisher:publishFeatures',
    largeFields: [],
  },
  {
    path: '/content/features/generate',
    method: 'GET',
    operation: generate,
    budget: 'previews',
    needs: 'portal:user:createItem',
    largeFields: ['text'],
  },
  { path: '/content/users/:user/deleteItems', method: 'POST', operation: deleteItems, needs: deleting },
  {
    path: '/content/users/:user/moveItems',
    method: 'POST',
    operation: forEachItem(onItem('item.changed', moveItem)),
    needs: changing,
  },
  {
    path: '/content/users/:user/shareItems',
    method: 'POST',
    operation: forEachItem(shareItem, { notSharedWith: [] }),
    needs: 'member',
  },
  {
    path: '/content/users/:user/unshareItems',
    method: 'POST',
    operation: forEachItem(unshareItem, { notUnsharedFrom: [] }),
    needs: 'member',
  },
  {
    path: '/content/users/:user/createFolder',
    method: 'POST',
    operation: inContent('folder.changed', createFolder),
    needs: changing,
  },
  {
    path: '/content/users/:user/:folder/updateFolder',
    method: 'POST',
    operation: inContent('folder.changed', renameFolder),
    needs: changing,
  },
  {
    path: '/content/users/:user/:folder/delete',
    method: 'POST',
    operation: inContent('folder.changed', deleteFolder),
    needs: deleting,
  },
  {
    path: '/content/users/:user/addRelationship',
    method: 'POST',
    operation: addRelationship,
    needs: changing,
  },
  {
    path: '/content/users/:user/deleteRelationship',
    method: 'POST',
    operation: deleteRelationship,
    needs: changing,
  },
  { path: '/community/groups/:id/info/*', method: 'GET', operation: getGroupInfoFile, needs: 'anyone' },
  { path: '/community/users/:user/info/*', method: 'GET', operation: getUserInfoFile, needs: 'anyone' },
];

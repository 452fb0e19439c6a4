import type { BudgetName } from '../../platform/budgets/budgets.ts';
import type { OperationResponse, LayerCall, ServiceCall } from '../feature-server/context.ts';
import type { OperationTable } from '../feature-server/operations.ts';
import { fromReplica } from '../feature-server/query/from-replica.ts';
import * as changes from './change-items.ts';
import * as descriptions from './descriptions.ts';
import { item, items } from './items.ts';
import * as tilesets from './tilesets.ts';

/** Addresses of OGC API – Features and Tiles below `/server[/{org}]/ogc/{service}`. */
export const ogcServiceOperations: OperationTable<ServiceCall> = {
  '': ['small', descriptions.landing],
  '/conformance': ['small', descriptions.conformanceClasses],
  '/api': ['small', descriptions.definition],
  '/collections': ['small', descriptions.collections],
  '/tileMatrixSets': ['small', tilesets.tileMatrixSets],
  '/tileMatrixSets/WebMercatorQuad': ['small', tilesets.tileMatrixSet],
  // The tiles themselves: ./tile-routes.ts.
  '/tiles': ['small', tilesets.serviceTilesets],
  '/tiles/WebMercatorQuad': ['small', tilesets.serviceTileset],
};

/** Addresses below `/collections/{id}`; no name is also one of an ArcGIS operation. */
export const ogcLayerOperations: OperationTable<LayerCall> = {
  '': ['small', descriptions.collection],
  '/queryables': ['small', descriptions.queryables],
  '/schema': ['small', descriptions.featureSchema],
  '/tiles': ['small', tilesets.layerTilesets],
  '/tiles/WebMercatorQuad': ['small', tilesets.layerTileset],
  '/items': ['features', fromReplica(items)],
  '/items/:fid(^\\d{1,15}$)': ['features', fromReplica(item)],
};

/** Methods that change features, and the one that asks which of them the caller may use. */
export type ChangingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Changes of features, by the address of `ogcLayerOperations` and the method. */
export const ogcLayerChanges: Readonly<
  Record<
    string,
    Partial<Record<ChangingMethod, [BudgetName, (call: LayerCall) => Promise<OperationResponse>]>>
  >
> = {
  '/items': { POST: ['edits', changes.createItem], OPTIONS: ['small', changes.allowedMethods] },
  '/items/:fid(^\\d{1,15}$)': {
    PUT: ['edits', changes.replaceItem],
    PATCH: ['edits', changes.updateItem],
    DELETE: ['edits', changes.deleteItem],
    OPTIONS: ['small', changes.allowedMethods],
  },
};

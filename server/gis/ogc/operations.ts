import type { LayerCall, ServiceCall } from '../feature-server/context.ts';
import type { OperationTable } from '../feature-server/operations.ts';
import * as descriptions from './descriptions.ts';
import { item, items } from './items.ts';

/** Addresses of OGC API – Features below `/server[/{org}]/ogc/{service}`. */
export const ogcServiceOperations: OperationTable<ServiceCall> = {
  '': ['small', descriptions.landing],
  '/conformance': ['small', descriptions.conformanceClasses],
  '/api': ['small', descriptions.definition],
  '/collections': ['small', descriptions.collections],
};

/** Addresses below `/collections/{id}`; no name is also one of an ArcGIS operation. */
export const ogcLayerOperations: OperationTable<LayerCall> = {
  '': ['small', descriptions.collection],
  '/queryables': ['small', descriptions.queryables],
  '/schema': ['small', descriptions.featureSchema],
  '/items': ['features', items],
  '/items/:fid(^\\d{1,15}$)': ['features', item],
};

import { queryKey } from '../query-key.ts';

/** Keys of queries of the open map and its layers. */
export const mapKeys = {
  icons: queryKey('map', 'icons'),
  symbolSets: queryKey('map', 'symbol-sets'),
  portalSymbols: (set: string) => queryKey('map', 'portal-symbols', set),
  features: (text: string) => queryKey('map', 'features', text),
  /** @param list identity of the list: another service has other layers of this id */
  offeredLegend: (list: string, id: string) => queryKey('map', 'offered-legend', list, id),
  fields: (layerId: string) => queryKey('map', 'fields', layerId),
  styleTargets: (layerId: string) => queryKey('map', 'style-targets', layerId),
  layerInformation: (layerId: string) => queryKey('map', 'layer-information', layerId),
  count: (layerId: string, sql: string) => queryKey('map', 'count', layerId, sql),
  values: (layerId: string, field: string) => queryKey('map', 'values', layerId, field),
  /** @param panel identity of the panel: another map of the same place has other features */
  inView: (panel: string, place: string | undefined, layers: readonly unknown[], limits: object) =>
    queryKey('map', 'in-view', panel, place, layers, limits),
  chartFields: (panel: string, layerId: string) => queryKey('map', 'chart-fields', panel, layerId),
  chart: (panel: string, request: object, shown: readonly unknown[], place: string) =>
    queryKey('map', 'chart', panel, request, shown, place),
  columnStatistics: (panel: string, layerId: string, field: string, scope: string) =>
    queryKey('map', 'column-statistics', panel, layerId, field, scope),
  selectFields: (panel: string, layerId: string) => queryKey('map', 'select-fields', panel, layerId),
  analysisFields: (panel: string, layerId: string) => queryKey('map', 'analysis-fields', panel, layerId),
  enriched: (panel: string, turn: number, requests: unknown) =>
    queryKey('map', 'enriched', panel, turn, requests),
  hostedInputs: (panel: string, recipe: unknown) => queryKey('map', 'hosted-inputs', panel, recipe),
  gridCoordinates: (point: object | undefined, wkid: number) =>
    queryKey('map', 'grid-coordinates', point, wkid),
  elevation: (panel: string, line: object | undefined) => queryKey('map', 'elevation', panel, line),
  drawingsLegend: (place: unknown, layers: readonly unknown[], language: string) =>
    queryKey('drawings-legend', place, layers, language),
  /** What an integration's note gathers of the map and the view. */
  capture: (integration: string) => queryKey('integration-capture', integration),
};

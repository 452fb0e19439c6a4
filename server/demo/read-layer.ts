import { gunzipSync } from 'node:zlib';
import type { SourceFeature } from '../gis/storage/service-input.ts';

/** The features of a layer's file: gzipped GeoJSON. */
export function readLayer(bytes: Uint8Array): SourceFeature[] {
  return (JSON.parse(gunzipSync(bytes).toString()) as { features: SourceFeature[] }).features;
}

interface MapLayer {
  itemId?: string;
  layerDefinition?: { drawingInfo?: object };
  popupInfo?: object;
}

/**
 * Symbols, labels and popup that a web map gives a layer.
 * @param webMap text of the web map, with or without its placeholders
 * @param itemId the id of the layer's item as in the text
 */
export function lookOf(webMap: string, itemId: string): { drawingInfo: object | null; popupInfo?: object } {
  const { operationalLayers = [] } = JSON.parse(webMap) as { operationalLayers?: MapLayer[] };
  const layer = operationalLayers.find((candidate) => candidate.itemId === itemId);
  return {
    drawingInfo: layer?.layerDefinition?.drawingInfo ?? null,
    ...(layer?.popupInfo && { popupInfo: layer.popupInfo }),
  };
}

import { gunzipSync } from 'node:zlib';
import type { SourceFeature } from '../gis/storage/service-input.ts';

/** The features of a layer's file: GeoJSON packed with gzip. */
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
 * @param webMap text of the web map, with its placeholders or without
 * @param itemId as the text names the layer's item
 */
export function lookOf(webMap: string, itemId: string): { drawingInfo: object | null; popupInfo?: object } {
  const { operationalLayers = [] } = JSON.parse(webMap) as { operationalLayers?: MapLayer[] };
  const layer = operationalLayers.find((candidate) => candidate.itemId === itemId);
  return {
    drawingInfo: layer?.layerDefinition?.drawingInfo ?? null,
    ...(layer?.popupInfo && { popupInfo: layer.popupInfo }),
  };
}

import type { TranslatedItem } from '../../../wire/item-translations.ts';
import { loadCapability } from '../load-capability.ts';

/** The source of a layer, and its description by its service and its item. */
export interface LayerInformation {
  /** The summary of its item as its owner wrote it, else the description of its service; plain text. */
  description: string | undefined;
  /** Who made the data; plain text. */
  credits: string | undefined;
  /** Terms of use; plain text. */
  terms: string | undefined;
  /** URL of the service or file; undefined for layers that are part of the map. */
  source: string | undefined;
  /** Its item in the portal; its texts are plain. */
  item: (TranslatedItem & { owner: string; page: string }) | undefined;
  geometry: 'point' | 'line' | 'area' | undefined;
  /** Number of features that pass the filter; undefined if the service doesn't count them. */
  features: number | undefined;
  fields: number | undefined;
  /** EPSG or Esri code of the coordinate system of the data. */
  wkid: number | undefined;
  /** The last edit, in epoch milliseconds. */
  edited: number | undefined;
}

/** Reads the information about a layer. @throws MappingError `layer:failed` and others */
export const readLayerInformation = loadCapability(
  async () => (await import('./read-layer-information.ts')).readLayerInformation,
);

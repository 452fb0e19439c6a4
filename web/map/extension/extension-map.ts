import type {
  ExtensionFeature,
  ExtensionGraphic,
  ExtensionRequest,
} from '../../../wire/extension-messages.ts';
import { loadCapability } from '../load-capability.ts';
import type { Selected } from '../select/selected.ts';
import type { Store } from '../../store.ts';

type ReadRequest = Extract<ExtensionRequest, { type: 'read' }>;

export interface ExtensionDrawing {
  /** Title of the layer of its graphics. */
  title: string;
  /** `#rrggbb` of graphics without a colour. */
  color: string;
  /** A point with a key was clicked. */
  onPicked(key: string): void;
}

/** What one extension does on the map, until it is closed: then its graphics and filters are removed. */
export interface ExtensionMap {
  readonly selected: Store<Selected>;
  /**
   * Counts features of a layer, and returns the first ones.
   * @throws MappingError `layer:failed`, or `select:bad-condition`
   */
  read(
    request: Pick<ReadRequest, 'layer' | 'from' | 'where' | 'limit' | 'geometry'>,
  ): Promise<{ total: number; features: ExtensionFeature[] }>;
  /** One feature; undefined if the user may not see it. */
  feature(layerId: string, objectId: number): Promise<ExtensionFeature | undefined>;
  /**
   * Shows only the features of a layer that meet a condition, without changing the layer itself; empty: all.
   * @returns their number
   * @throws MappingError `layer:failed`, or `select:bad-condition`
   */
  filter(layerId: string, where: string): Promise<number>;
  /** Replaces its graphics, in a layer of their own that is not part of the map's document. */
  draw(features: readonly ExtensionGraphic[]): void;
  close(): void;
}

/** Opens the map for one extension. */
export const openExtensionMap = loadCapability<[drawing: ExtensionDrawing], ExtensionMap>(
  async () => (await import('./extension-layer.ts')).openExtensionMap,
);

/** A handle over the map, before and behind which different layers are seen. */
export interface Swipe {
  /** Layers that are seen on the one side only. */
  setLayers(layerIds: readonly string[]): void;
  setDirection(direction: 'horizontal' | 'vertical'): void;
  stop(): void;
}

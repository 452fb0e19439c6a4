/** A handle over the map that shows different layers on each side. */
export interface Swipe {
  /** Layers shown on only one side. */
  setLayers(layerIds: readonly string[]): void;
  setDirection(direction: 'horizontal' | 'vertical'): void;
  stop(): void;
}

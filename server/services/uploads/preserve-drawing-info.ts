import type { HostedLayer } from '../layer/layer.ts';
import type { DescribedLayer } from '../storage/describe-layer.ts';

/** Gives layers the name and drawing of those they replace, where these are of the same kind of geometry. */
export function preserveDrawingInfo(
  layers: readonly DescribedLayer[],
  old: readonly HostedLayer[],
): DescribedLayer[] {
  return layers.map((layer, layerId) => {
    const before = old.find((other) => other.layerId === layerId);
    if (!before || before.geometryType !== (layer.input.geometryType ?? null)) return layer;
    const { drawingInfo, minScale, maxScale, defaultVisibility, description, copyright } = before;
    return {
      ...layer,
      input: { ...layer.input, name: before.name },
      definition: {
        ...layer.definition,
        drawingInfo,
        minScale,
        maxScale,
        defaultVisibility,
        description,
        copyright,
      },
    };
  });
}

import type Color from '@arcgis/core/Color.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import SizeVariable from '@arcgis/core/renderers/visualVariables/SizeVariable.js';
import ExtrudeSymbol3DLayer from '@arcgis/core/symbols/ExtrudeSymbol3DLayer.js';
import PolygonSymbol3D from '@arcgis/core/symbols/PolygonSymbol3D.js';
import SolidEdges3D from '@arcgis/core/symbols/edges/SolidEdges3D.js';
import { fieldsOf } from '../layers/layer-fields.ts';
import { type Height, mostFilled, suggestedHeights, variableOf } from './heights.ts';
import type { BlockLayer } from './scene.ts';

/** Colour of blocks whose style on the map has none. */
const plain = [201, 196, 186];

/** A renderer with symbols of areas, whatever its kind. */
interface AreaRenderer {
  symbol?: unknown;
  defaultSymbol?: unknown;
  uniqueValueInfos?: { symbol?: unknown }[] | null;
  classBreakInfos?: { symbol?: unknown }[] | null;
  visualVariables?: { type: string }[] | null;
  clone(): AreaRenderer;
}

/** A layer of areas in a scene, with its style on the map. */
interface Areas {
  layer: FeatureLayer;
  flat: AreaRenderer;
}

/** Adds a height for each layer of areas that has none yet, where its fields suggest one. */
export async function suggestHeights(
  layers: readonly Layer[],
  heights: Map<string, Height | undefined>,
): Promise<void> {
  const open = everyLayer(layers).filter((layer) => isAreas(layer) && !heights.has(layer.id));
  await Promise.all(
    (open as FeatureLayer[]).map(async (layer) => {
      const count = (field: string) => layer.queryFeatureCount({ where: `${field} IS NOT NULL` });
      heights.set(layer.id, await mostFilled(suggestedHeights(numbersOf(layer)), count));
    }),
  );
}

/** The layers of a scene that can be blocks, by id, and how to change their heights. */
export function blocksOf(layers: readonly Layer[], heights: Map<string, Height | undefined>) {
  const areas = new Map<string, Areas>();
  for (const layer of everyLayer(layers)) {
    if (!isAreas(layer)) continue;
    areas.set(layer.id, { layer, flat: layer.renderer as unknown as AreaRenderer });
    draw(layer.id);
  }
  function draw(id: string) {
    const found = areas.get(id);
    if (!found) return;
    const height = heights.get(id);
    const renderer = height ? raised(found.flat, height) : found.flat;
    found.layer.renderer = renderer as unknown as FeatureLayer['renderer'];
  }
  return {
    draw,
    list: (): BlockLayer[] =>
      [...areas.values()].map(({ layer }) => ({
        id: layer.id,
        title: layer.title ?? '',
        fields: numbersOf(layer),
        height: heights.get(layer.id),
      })),
  };
}

/**
 * Leaves the places of labels of lines and areas to the scene: a scene has none of their placements, and
 * warns about each. A place around a point is kept.
 */
export function placeLabels(layers: readonly Layer[]): void {
  for (const layer of everyLayer(layers) as (Layer & Partial<Pick<FeatureLayer, 'labelingInfo'>>)[]) {
    if (!layer.labelingInfo?.some(isAlong)) continue;
    layer.labelingInfo = layer.labelingInfo.map((label) => {
      if (!isAlong(label)) return label;
      const placed = label.clone();
      // The SDK reads and writes null, which its types lack.
      placed.labelPlacement = null as never;
      return placed;
    });
  }
}

function isAlong({ labelPlacement }: LabelClass): boolean {
  return labelPlacement === 'always-horizontal' || labelPlacement?.endsWith('-along') === true;
}

/** The layers and the members of groups. */
export function everyLayer(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) =>
    layer.type === 'group' ? [layer, ...everyLayer((layer as GroupLayer).layers.toArray())] : [layer],
  );
}

function isAreas(layer: Layer): layer is FeatureLayer {
  const { geometryType, renderer } = layer as Layer & { geometryType?: string; renderer?: { type: string } };
  const kinds = ['simple', 'unique-value', 'class-breaks'];
  return layer.loaded && geometryType === 'polygon' && kinds.includes(renderer?.type ?? '');
}

function numbersOf(layer: FeatureLayer) {
  return fieldsOf(layer)
    .filter(({ kind, isId }) => kind === 'number' && !isId)
    .map(({ name, title }) => ({ name, title }));
}

/** A renderer with blocks in place of areas, in the same colours. */
function raised(flat: AreaRenderer, height: Height): AreaRenderer {
  const renderer = flat.clone();
  const kept = (renderer.visualVariables ?? []).filter(({ type }) => type === 'color' || type === 'opacity');
  renderer.visualVariables = [...kept, new SizeVariable(variableOf(height))];
  if ('symbol' in renderer) renderer.symbol = block(renderer.symbol);
  if (renderer.defaultSymbol) renderer.defaultSymbol = block(renderer.defaultSymbol);
  for (const info of [...(renderer.uniqueValueInfos ?? []), ...(renderer.classBreakInfos ?? [])])
    info.symbol = block(info.symbol);
  return renderer;
}

function block(symbol: unknown): PolygonSymbol3D {
  const { color, symbolLayers } = (symbol ?? {}) as Partial<PolygonSymbol3D>;
  const material = symbolLayers?.getItemAt(0) as { material?: { color?: Color | null } } | undefined;
  const own = color ?? material?.material?.color;
  const shown = own && own.a > 0 ? own : plain;
  return new PolygonSymbol3D({
    symbolLayers: [
      new ExtrudeSymbol3DLayer({
        material: { color: shown },
        edges: new SolidEdges3D({ color: [0, 0, 0, 0.3], size: '0.5px' }),
      }),
    ],
  });
}

import * as arcade from '@arcgis/core/arcade.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import { fromJSON } from '@arcgis/core/geometry/support/jsonUtils.js';
import Graphic from '@arcgis/core/Graphic.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import Field from '@arcgis/core/layers/support/Field.js';
import { boundedExpression } from '../arcade/bounded-expression.ts';
import type { FormExpressions } from './form-expressions.ts';

const variables = { variables: [{ name: '$feature', type: 'feature' }] } as const;

/** Members of the layer's description that expressions depend on. */
interface LayerParts {
  fields?: object[];
  objectIdField?: string;
  geometryType?: string;
}

const shapes: Readonly<Record<string, string>> = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'multipoint',
  esriGeometryPolyline: 'polyline',
  esriGeometryPolygon: 'polygon',
};

export async function compileExpressions(
  layer: LayerParts,
  expressions: readonly { name: string; expression: string }[],
): Promise<FormExpressions> {
  const ready = await Promise.all(
    expressions.map(async ({ name, expression }) => ({ name, run: await compile(expression) })),
  );
  const described = layerOf(layer);
  return {
    async evaluate(values, geometry) {
      const feature = new Graphic({
        attributes: { ...values },
        geometry: geometry ? (fromJSON({ ...geometry, spatialReference: { wkid: 4326 } }) as never) : null,
      });
      feature.layer = described;
      const results = new Map<string, unknown>();
      for (const { name, run } of ready) {
        const result = await run(feature);
        if (result !== undefined) results.set(name, result);
      }
      return results;
    },
  };
}

/** The fields tell Arcade which numbers are dates. */
function layerOf({ fields = [], objectIdField, geometryType }: LayerParts): FeatureLayer {
  const shape = shapes[geometryType ?? ''];
  return new FeatureLayer({
    fields: fields.map((field) => Field.fromJSON(field) as Field),
    objectIdField: objectIdField ?? 'OBJECTID',
    ...(shape && { geometryType: shape as 'point' }),
    spatialReference: { wkid: 4326 },
    source: [],
  });
}

/** Runs an expression for a feature; undefined when it fails. */
async function compile(expression: string): Promise<(feature: Graphic) => Promise<unknown>> {
  try {
    const executor = await arcade.createArcadeExecutor(boundedExpression(expression), variables as never);
    const execution = { spatialReference: SpatialReference.WGS84 };
    return (feature) =>
      executor
        .executeAsync({ $feature: feature } as never, execution as never)
        .catch(() => undefined) as Promise<unknown>;
  } catch {
    return async () => undefined;
  }
}

import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { readFeatures } from '../storage/feature-store.ts';
import { attributesOf } from './answer-json.ts';
import type { Answer, LayerCall } from './context.ts';
import { selectFeatures } from './query/requested-features-condition.ts';
import { outputParameters, readGeometryOutput } from './query/output.ts';
import { geometryShaper } from './query/shape-geometry.ts';

const schema = z.object(outputParameters);

/** `…/{layer}/{objectid}`: one feature with all its attributes. */
export async function readFeature({ context, parameters, layer, path }: LayerCall): Promise<Answer> {
  const asked = readOperation(schema, parameters);
  const selection = selectFeatures({ objectIds: [Number(path['objectid'])] }, layer, context.now());
  const wanted = { selection, fields: layer.fields, geometry: true, orderBy: [], offset: 0, limit: 1 };
  const [row] = await readFeatures(context.reader, layer, wanted);
  if (!row) throw arcgisError('services:not-found', { message: 'Feature not found.' });
  const output = readGeometryOutput(asked, layer);
  const geometry = row.geometry && geometryShaper(output, layer.wkid)(row.geometry);
  return {
    feature: {
      attributes: attributesOf(layer.fields, row.values),
      ...(layer.geometryType && { geometry: geometry && writeEsriGeometry(geometry) }),
    },
  };
}

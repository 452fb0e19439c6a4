import { MappingError } from '../../../wire/errors.ts';
import { writeEsriGeometry } from '../geometry/esri-json.ts';
import { readFeatures } from '../storage/feature-store.ts';
import { attributesOf } from './answer-json.ts';
import type { Answer, LayerCall } from './context.ts';
import { readSelection } from './query/requested-features-condition.ts';
import { readGeometryOutput } from './query/output.ts';
import { geometryShaper } from './query/shape-geometry.ts';

/** `…/{layer}/{objectid}`: one feature with all its attributes. */
export async function readFeature({ context, parameters, layer, path }: LayerCall): Promise<Answer> {
  const only = parameters.with({ objectIds: path['objectid'] ?? '', where: '', geometry: '', time: '' });
  const selection = readSelection(only, layer, context.now(), context.onLoop);
  const wanted = { selection, fields: layer.fields, geometry: true, orderBy: [], offset: 0, limit: 1 };
  const [row] = await readFeatures(context.reader, layer, wanted);
  if (!row) throw new MappingError('services:not-found', 'Feature not found.', { status: 404 });
  const output = readGeometryOutput(parameters, layer);
  const geometry = row.geometry && geometryShaper(output, layer.wkid)(row.geometry);
  return {
    feature: {
      attributes: attributesOf(layer.fields, row.values),
      ...(layer.geometryType && { geometry: geometry && writeEsriGeometry(geometry) }),
    },
  };
}

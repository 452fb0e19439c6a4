import { getLocale } from '@arcgis/core/intl.js';
import type SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { MappingError } from '../../../wire/errors.ts';
import { ofMoment, readFeatures } from '../layers/read-features.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import { maxSheets, type PrintSheet } from './print.ts';

/** Half of the side of a sheet around a single point, in metres of the map. */
const aroundPoint = 50;

/**
 * The sheets of a map series: one for each feature of the index layer that passes its filter, in the order of
 * a field, as people count (2 before 10).
 */
export async function sheetsOf(
  layer: FeatureLayer,
  {
    field,
    signal,
    spatialReference,
  }: { field: string; signal: AbortSignal; spatialReference: SpatialReference },
): Promise<PrintSheet[]> {
  try {
    await layer.load({ signal });
    const all = { where: layer.definitionExpression || '1=1', ...ofMoment(layer) };
    const total = await layer.queryFeatureCount(all, { signal });
    if (total > maxSheets)
      throw new MappingError(
        'print:too-many-sheets',
        `The layer has ${total} features; the limit is ${maxSheets}.`,
        {
          status: 413,
        },
      );
    const query = { outSpatialReference: spatialReference, outFields: [field] };
    const features = await readFeatures(layer, { query, signal });
    const around = aroundPoint / (spatialReference.metersPerUnit || 111_319.49);
    const sheets = features.flatMap(({ geometry, attributes }) => {
      const box = geometry?.extent ?? undefined;
      // Of several points at one place, too.
      const point = geometry?.type === 'point' ? geometry : box?.center;
      const extent =
        box && box.width + box.height > 0
          ? ([box.xmin, box.ymin, box.xmax, box.ymax] as const)
          : point && ([point.x - around, point.y - around, point.x + around, point.y + around] as const);
      const name = nameOf(layer, field, (attributes as Record<string, unknown>)[field]);
      return extent ? [{ name, place: { kind: 'extent' as const, extent } }] : [];
    });
    if (sheets.length === 0) throw new MappingError('print:no-sheets', 'The layer has no features.');
    const { compare } = new Intl.Collator(getLocale(), { numeric: true });
    return sheets.toSorted((a, b) => compare(a.name, b.name));
  } catch (cause) {
    throw cause instanceof MappingError || signal.aborted ? cause : sdkError(cause, 'layer:failed');
  }
}

/** The name of a sheet: the label of a coded value, or a date as people sort it (2026-05-01). */
function nameOf(layer: FeatureLayer, field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  const domain = layer.getFieldDomain(field);
  const label = domain?.type === 'coded-value' && domain.getName(value as string | number);
  if (label) return label;
  if (layer.getField(field)?.type !== 'date' || typeof value !== 'number') return String(value);
  const [day = '', time = ''] = new Date(value).toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

import AttributeTableTemplate from '@arcgis/core/tables/AttributeTableTemplate.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import TableTemplate from '@arcgis/core/widgets/FeatureTable/support/TableTemplate.js';
import {
  type ColumnField,
  columnsOf,
  keepColumns,
  keptColumns,
  type SavedColumns,
  savedColumns,
  type TableColumns,
  widthsOf,
  withinWidths,
} from './columns.ts';
import type { RelatedLayer } from './related-rows.ts';

/** The arranged columns of a loaded layer: of the web map, else of this device, else all. */
export function readColumns(layer: FeatureLayer): TableColumns {
  const kept = keptColumns(keyOf(layer));
  return columnsOf(fieldsOf(layer), savedInMap(layer) ?? kept.columns, kept.pinned, kept.widths);
}

/** Remembers arranged columns: with the map where web maps have a place for them, else on this device. */
export function saveColumns(layer: FeatureLayer, { columns, sort }: TableColumns): void {
  const pinned = columns.filter((column) => column.pinned).map(({ name }) => name);
  const saved = savedColumns({ columns, sort });
  const inMap = isSavedWithMap(layer);
  const widths = widthsOf({ columns, sort });
  keepColumns(keyOf(layer), { pinned, ...(widths && { widths }), ...(!inMap && { columns: saved }) });
  if (!inMap || JSON.stringify(savedColumns(readColumns(layer))) === JSON.stringify(saved)) return;
  const others = (layer.attributeTableTemplate?.elements ?? []).filter(
    ({ type }) => type === 'attachment' || type === 'relationship',
  );
  layer.attributeTableTemplate = new AttributeTableTemplate({
    elements: [
      ...saved.shown.map((fieldName) => ({ type: 'field' as const, fieldName })),
      ...(others as never[]),
    ],
    orderByFields: saved.sort.map(({ name, descending }) => ({
      field: name,
      order: descending ? ('desc' as const) : ('asc' as const),
    })),
  });
}

/** Whether web maps store the columns of a layer: only for layers of services. */
function isSavedWithMap({ type, url }: FeatureLayer): boolean {
  return type === 'feature' && Boolean(url);
}

function savedInMap({ attributeTableTemplate: template }: FeatureLayer): SavedColumns | undefined {
  const elements = (template?.elements ?? []).flatMap((element) =>
    element.type === 'group' ? (element.elements ?? []) : [element],
  );
  const shown = elements.flatMap((element) =>
    element.type === 'field' && element.fieldName ? [element.fieldName] : [],
  );
  if (!template || shown.length === 0) return undefined;
  const sort = (template.orderByFields ?? []).flatMap(({ field, order }) =>
    field ? [{ name: field, descending: order === 'desc' }] : [],
  );
  return { shown, sort };
}

const keyOf = ({ url, layerId, id }: FeatureLayer) => (url ? `${url}/${layerId}` : id);

function fieldsOf(layer: FeatureLayer): ColumnField[] {
  const ids = new Set([layer.objectIdField, layer.globalIdField]);
  return (layer.fields ?? [])
    .filter(({ type }) => type !== 'geometry' && type !== 'blob' && type !== 'raster')
    .map(({ name, alias }) => ({ name, title: alias || name, isId: ids.has(name) }));
}

/** The columns as the SDK's table reads them, with those of attachments and related rows at the end. */
export function templateOf(
  layer: FeatureLayer,
  { columns, sort }: TableColumns,
  related: readonly RelatedLayer[],
): TableTemplate {
  const fields = columns.map(({ name, shown, pinned, width }) => {
    const at = sort.findIndex((one) => one.name === name);
    const direction = sort[at]?.descending ? ('desc' as const) : ('asc' as const);
    return {
      type: 'field' as const,
      fieldName: name,
      visible: shown,
      frozen: pinned,
      ...(width !== undefined && { width: withinWidths(width), flexGrow: 0 }),
      ...(at >= 0 && { direction, initialSortPriority: at }),
    };
  });
  const hasAttachments = layer.capabilities?.data?.supportsAttachment === true;
  return new TableTemplate({
    columnTemplates: [
      ...fields,
      ...(hasAttachments ? [{ type: 'attachment' as const }] : []),
      ...related.map(({ relationshipId, title }) => ({
        type: 'relationship' as const,
        relationshipId,
        label: title,
      })),
    ],
  });
}

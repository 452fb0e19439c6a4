import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type PopupTemplate from '@arcgis/core/PopupTemplate.js';

/** What the popup shows of a feature, as far as it is used here. */
interface RowsContent {
  type: string;
  fieldInfos?: { fieldName?: string | null }[] | null;
}

/**
 * Gives a feature a popup template of its own: without rows that have no value, and for visitors without the line of who edited it
 * and when. The layer's template stays as it is, because it is saved with the map.
 */
export function fitPopup(feature: Graphic, visitor: boolean): Graphic {
  const layer = feature.layer as FeatureLayer | null | undefined;
  // A graphic's own template is saved with it.
  const template = layer?.popupTemplate;
  if (!template) return feature;
  const fitted = template.clone();
  if (visitor && layer?.editFieldsInfo) fitted.lastEditInfoEnabled = false;
  withoutEmptyRows(fitted, feature.attributes as Record<string, unknown> | null);
  feature.popupTemplate = fitted;
  return feature;
}

function withoutEmptyRows(template: PopupTemplate, attributes: Record<string, unknown> | null): void {
  if (!attributes || !Array.isArray(template.content)) return;
  const contents = template.content as RowsContent[];
  const hasValue = ({ fieldName }: { fieldName?: string | null }) =>
    // Expressions, related values and fields that were not loaded are no attributes.
    !fieldName || !(fieldName in attributes) || !isEmpty(attributes[fieldName]);
  const fitted = contents.flatMap((content) => {
    if (content.type !== 'fields') return [content];
    const rows = content.fieldInfos ?? (template.fieldInfos as RowsContent['fieldInfos']) ?? [];
    const filled = rows.filter(hasValue);
    if (filled.length === rows.length) return [content];
    // Without rows of its own a table would show those of the template.
    return filled.length > 0 ? [Object.assign(content, { fieldInfos: filled })] : [];
  });
  template.content = fitted as PopupTemplate['content'];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

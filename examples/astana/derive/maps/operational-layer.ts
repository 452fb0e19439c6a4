import type { Renderer } from './renderers.ts';
import { serviceNameOf } from '../../content-layers.ts';
import type { EsriSymbol } from './symbols.ts';

/** A field in a popup: its label, and digits after the point for numbers. */
export type PopupField = [field: string, label: string, places?: number];

export interface LabelDraft {
  field: string;
  placement: 'above' | 'below' | 'inside' | 'along';
  symbol: EsriSymbol;
  /** Labels appear from this scale on. */
  minScale: number;
  where?: string;
}

export interface LayerDraft {
  /** Key of the layer's file, of its item and in its service's name. */
  layer: string;
  /** Distinguishes two layers of one map over the same service. */
  part?: string;
  title: string;
  renderer: Renderer;
  fields: PopupField[];
  where?: string;
  labels?: LabelDraft;
  opacity?: number;
  visible?: boolean;
  /** The layer appears from this scale on. */
  minScale?: number;
  /** A searchable field. */
  search?: string;
}

const placements = {
  above: 'esriServerPointLabelPlacementAboveCenter',
  below: 'esriServerPointLabelPlacementBelowCenter',
  inside: 'esriServerPolygonPlacementAlwaysHorizontal',
  along: 'esriServerLinePlacementCenterAlong',
};

export function layerId(draft: LayerDraft): string {
  return draft.part ? `${draft.layer}-${draft.part}` : draft.layer;
}

/** A hosted layer in the web map specification; item and server are filled in when the content is loaded. */
export function operationalLayer(draft: LayerDraft): Record<string, unknown> {
  return {
    id: layerId(draft),
    layerType: 'ArcGISFeatureLayer',
    title: draft.title,
    itemId: `{{item:${draft.layer}}}`,
    url: `{{server}}/rest/services/${serviceNameOf(draft.layer)}/FeatureServer/0`,
    visibility: draft.visible ?? true,
    opacity: draft.opacity ?? 1,
    showLabels: true,
    ...(draft.minScale && { minScale: draft.minScale, maxScale: 0 }),
    layerDefinition: {
      ...(draft.where && { definitionExpression: draft.where }),
      drawingInfo: {
        renderer: draft.renderer,
        ...(draft.labels && { labelingInfo: [labelClass(draft.labels)] }),
      },
    },
    popupInfo: popup(draft),
  };
}

function labelClass({ field, placement, symbol, minScale, where }: LabelDraft) {
  return {
    labelExpressionInfo: { expression: `$feature.${field}` },
    labelExpression: `[${field}]`,
    labelPlacement: placements[placement],
    deconflictionStrategy: 'static',
    minScale,
    maxScale: 0,
    ...(where && { where }),
    symbol,
  };
}

function popup({ fields }: LayerDraft) {
  const fieldInfos = fields.map(([fieldName, label, places]) => ({
    fieldName,
    label,
    isEditable: false,
    visible: true,
    ...(places !== undefined && { format: { places, digitSeparator: true } }),
  }));
  return {
    title: '{label}',
    fieldInfos,
    popupElements: [{ type: 'fields', fieldInfos }],
    showAttachments: false,
  };
}

import type { Renderer } from './renderers.ts';
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
  /** Key of the layer's file and of its item. */
  layer: string;
  /** Distinguishes two layers of one map over the same file. */
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
  /** A field people may search in. */
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

/** A GeoJSON layer of the web map specification; item and portal are filled in when the content is loaded. */
export function operationalLayer(draft: LayerDraft): Record<string, unknown> {
  return {
    id: layerId(draft),
    layerType: 'GeoJSON',
    title: draft.title,
    itemId: `{{item:${draft.layer}}}`,
    url: `{{portal}}/sharing/rest/content/items/{{item:${draft.layer}}}/data`,
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

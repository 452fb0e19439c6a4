import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';

/** A feature as passed to the SDK: a graphic, or only its ids for deletion. */
export interface EditedFeature {
  geometry?: unknown;
  attributes?: Record<string, unknown> | null;
  objectId?: number | null;
  globalId?: string | null;
}

/** The parameters of `applyEdits`, as far as they are used here. */
export interface LayerEdits {
  addFeatures?: Iterable<EditedFeature>;
  updateFeatures?: Iterable<EditedFeature>;
  deleteFeatures?: Iterable<EditedFeature>;
  addAttachments?: readonly { attachment: { globalId?: string } }[];
  updateAttachments?: readonly unknown[];
  deleteAttachments?: readonly string[];
}

export interface EditAnswer {
  objectId?: number | null;
  globalId?: string | null;
  error?: Error | null;
}

export interface EditResults {
  addFeatureResults?: readonly EditAnswer[];
  updateFeatureResults?: readonly EditAnswer[];
  deleteFeatureResults?: readonly EditAnswer[];
  addAttachmentResults?: readonly EditAnswer[];
}

export interface EditOptions {
  globalIdUsed?: boolean;
  rollbackOnFailureEnabled?: boolean;
}

/** A layer of the SDK whose features can be edited: the type is the part of it that undo needs. */
export interface EditableLayer extends Pick<
  FeatureLayer,
  'objectIdField' | 'globalIdField' | 'fields' | 'capabilities' | 'spatialReference'
> {
  title?: string | null;
  gdbVersion?: string | null;
  applyEdits(edits: LayerEdits, options?: EditOptions): Promise<EditResults>;
  queryFeatures(
    query: object,
    options?: { signal?: AbortSignal },
  ): Promise<{ features: { geometry?: unknown; attributes: Record<string, unknown> }[] }>;
  queryAttachments?(query: object, options?: object): Promise<Record<string, readonly unknown[]>>;
}

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
  updateAttachments?: readonly { attachment: { globalId?: string } }[];
  deleteAttachments?: readonly string[];
}

/** An attachment as described by the service. */
export interface FileFacts {
  id?: number;
  globalId?: string | null;
  parentGlobalId?: string | null | undefined;
  name?: string | null;
  /** Bytes. */
  size?: number | null;
  contentType?: string | null;
  keywords?: string | null;
  url?: string | null | undefined;
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
  updateAttachmentResults?: readonly EditAnswer[];
  deleteAttachmentResults?: readonly EditAnswer[];
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
  queryAttachments?(query: object, options?: object): Promise<Record<string, readonly FileFacts[]>>;
  addAttachment?(feature: EditedFeature, form: FormData, options?: object): Promise<EditAnswer>;
  updateAttachment?(
    feature: EditedFeature,
    id: number,
    form: FormData,
    options?: object,
  ): Promise<EditAnswer>;
  deleteAttachments?(
    feature: EditedFeature,
    ids: readonly number[],
    options?: object,
  ): Promise<readonly EditAnswer[]>;
}

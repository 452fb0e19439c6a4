/** An edit of a layer's features, and how to undo it. */
export interface FeatureEdit {
  layerTitle: string;
  /** The kind of edit; `updated` for several at once, such as splitting a feature. */
  kind: 'added' | 'updated' | 'deleted';
  /** Number of features. */
  features: number;
  /** Whether attachments were deleted, which undo cannot restore. */
  losesAttachments: boolean;
  /**
   * Undoes the edit; undefined where the service does not allow it. Rejects if the service refuses, or if the feature
   * no longer exists.
   */
  undo: (() => Promise<void>) | undefined;
}

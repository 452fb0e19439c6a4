import { loadInBackground } from '../load-capability.ts';

/** What was done to the features of a layer, and how to undo it. */
export interface FeatureEdit {
  layerTitle: string;
  /**
   * What was done; `updated` when it was several things at once, such as splitting a feature; `attached` when only attachments
   * were added, replaced or deleted.
   */
  kind: 'added' | 'updated' | 'deleted' | 'attached';
  /** Number of features. */
  features: number;
  /** Whether attachments were deleted that undo does not bring back: they are too large, or could not be loaded. */
  losesAttachments: boolean;
  /**
   * Undoes the edit; undefined where the service does not allow it. Rejects when the service refuses, or when the feature is
   * no longer there.
   */
  undo: (() => Promise<void>) | undefined;
}

/**
 * Calls a listener after every edit of features, whichever tool made it. Without this code edits still work; only undo is
 * missing.
 */
export const followEdits = loadInBackground(async () => (await import('./watch-edits.ts')).watchEdits);

import { loadInBackground } from '../load-capability.ts';

/** An edit of a layer's features, and how to undo it. */
export interface FeatureEdit {
  layerTitle: string;
  /**
   * `updated` also stands for several kinds at once, such as splitting a feature; `attached` for edits of
   * attachments only.
   */
  kind: 'added' | 'updated' | 'deleted' | 'attached';
  /** Number of features. */
  features: number;
  /** Whether attachments were deleted that undo does not restore: they are too large, or could not be loaded. */
  losesAttachments: boolean;
  /**
   * Undoes the edit; undefined where the service does not allow it. Rejects when the service refuses, or when
   * the feature is no longer there.
   */
  undo: (() => Promise<void>) | undefined;
}

/**
 * Calls a listener after every edit of features, whichever tool made it. Without this code edits still work;
 * only undo is missing.
 */
export const followEdits = loadInBackground(async () => (await import('./watch-edits.ts')).watchEdits);

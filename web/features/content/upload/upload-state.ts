import type { ShownLayer } from '../../../portal/uploads/add-map-of.ts';
import type { FileKind } from '../../../portal/uploads/file-type.ts';
import type { FileAnalysis, FileOptions, PublishingProgress } from '../../../portal/uploads/publish-file.ts';

/** A file that was uploaded to the portal and analysed. */
export interface LookedInto extends FileAnalysis {
  /** Its item. */
  itemId: string;
  fileName: string;
  kind: FileKind;
  /** The user's options. */
  options: FileOptions;
}

/** The state of an upload. */
export type UploadState =
  | { step: 'choose' }
  | { step: 'sending'; fileName: string; share: number }
  | { step: 'looking'; fileName: string }
  | { step: 'preview'; file: LookedInto; busy: boolean; error: unknown }
  | { step: 'publishing'; file: LookedInto; progress: PublishingProgress }
  | { step: 'done'; layers: readonly ShownLayer[]; serviceItemId: string; title: string }
  | { step: 'failed'; error: unknown };

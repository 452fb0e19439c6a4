import type { UploadPreview, UploadProgress } from '../../../../wire/upload.ts';
import type { FileOptions } from '../../../portal/uploads/publish-file.ts';

/** A file that was uploaded to the portal and analysed. */
export interface LookedInto {
  /** Its item. */
  itemId: string;
  fileName: string;
  preview: UploadPreview;
  /** The user's options. */
  options: FileOptions;
  serviceName: string;
}

/** The state of an upload. */
export type UploadState =
  | { step: 'choose' }
  | { step: 'sending'; fileName: string; share: number }
  | { step: 'looking'; fileName: string }
  | { step: 'preview'; file: LookedInto; busy: boolean; error: unknown }
  | { step: 'publishing'; file: LookedInto; progress: UploadProgress }
  | { step: 'done'; file: LookedInto; serviceItemId: string; title: string }
  | { step: 'failed'; error: unknown };

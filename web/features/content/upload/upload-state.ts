import type { UploadPreview, UploadProgress } from '../../../../wire/upload.ts';
import type { FileOptions } from '../../../portal/uploads/publish-file.ts';

/** A file that is in the portal and has been looked into. */
export interface LookedInto {
  /** Its item. */
  itemId: string;
  fileName: string;
  preview: UploadPreview;
  /** What the person said about it. */
  options: FileOptions;
  serviceName: string;
}

/** Where the way from a file to a layer has come to. */
export type UploadState =
  | { step: 'choose' }
  | { step: 'sending'; fileName: string; share: number }
  | { step: 'looking'; fileName: string }
  | { step: 'preview'; file: LookedInto; busy: boolean; error: unknown }
  | { step: 'publishing'; file: LookedInto; progress: UploadProgress }
  | { step: 'done'; file: LookedInto; serviceItemId: string; title: string }
  | { step: 'failed'; error: unknown };

import type { Fault } from '../../../../wire/errors.ts';
import type { UploadPreview } from '../../../../wire/upload.ts';
import type { DescribedLayer } from '../../storage/describe-layer.ts';
import type { LayerTotals } from '../../storage/encode-rows.ts';
import type { UploadChoices } from '../upload-source.ts';

/** The task of the reader. */
export interface ReadingTask {
  kind: 'preview' | 'load';
  path: string;
  /** Original name of the file. */
  name: string;
  /** An empty folder for unpacked files. */
  folder: string;
  choices: UploadChoices;
  /** For editor tracking. */
  now: number;
  creator: string | undefined;
}

/** Progress of reading the file for the first time. */
export interface ReadingProgress {
  /** 0 to 1. */
  share: number;
  featureCount: number;
}

/** Messages of the reader. */
export type FromReader =
  | { kind: 'progress'; progress: ReadingProgress }
  | { kind: 'preview'; preview: UploadPreview }
  | { kind: 'plan'; layers: DescribedLayer[]; featureCount: number }
  | { kind: 'rows'; bytes: Uint8Array; totals: LayerTotals }
  | { kind: 'end'; totals: LayerTotals }
  | { kind: 'fault'; id: string; message: string; faults: Fault[] }
  /** An error of the program. */
  | { kind: 'failure'; stack: string };

/**
 * Messages to the reader: first its task, and while loading requests for the rows of a layer and permission
 * to continue.
 */
export type ToReader =
  { kind: 'task'; task: ReadingTask } | { kind: 'layer'; layerId: number } | { kind: 'more' };

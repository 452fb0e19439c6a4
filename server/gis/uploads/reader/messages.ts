import type { Fault } from '../../../../wire/errors.ts';
import type { UploadPreview } from '../../../../wire/upload.ts';
import type { DescribedLayer } from '../../storage/describe-layer.ts';
import type { LayerTotals } from '../../storage/encode-rows.ts';
import type { UploadChoices } from '../upload-source.ts';

/** What the reader is given to do. */
export interface ReadingTask {
  kind: 'preview' | 'load';
  path: string;
  /** Name people gave the file. */
  name: string;
  /** An empty folder for what has to be unpacked. */
  folder: string;
  choices: UploadChoices;
  /** For editor tracking. */
  now: number;
  creator: string | undefined;
}

/** How far the reader is with reading the file for the first time. */
export interface ReadingProgress {
  /** 0 to 1. */
  share: number;
  featureCount: number;
}

/** What the reader says. */
export type FromReader =
  | { kind: 'progress'; progress: ReadingProgress }
  | { kind: 'preview'; preview: UploadPreview }
  | { kind: 'plan'; layers: DescribedLayer[]; featureCount: number }
  | { kind: 'rows'; bytes: Uint8Array; totals: LayerTotals }
  | { kind: 'end'; totals: LayerTotals }
  | { kind: 'fault'; id: string; message: string; faults: Fault[] }
  /** A fault of the program. */
  | { kind: 'failure'; stack: string };

/** What the reader is told: first its task, and while it loads to make the rows of a layer or to go on with them. */
export type ToReader =
  { kind: 'task'; task: ReadingTask } | { kind: 'layer'; layerId: number } | { kind: 'more' };

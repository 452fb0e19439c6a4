import type { Fault } from '../../../../wire/errors.ts';
import type { UploadPreview } from '../../../../wire/upload.ts';
import type { DescribedLayer } from '../../storage/describe-layer.ts';
import type { LayerTotals } from '../../storage/encode-rows.ts';
import type { UploadChoices } from '../upload-source.ts';

/** What the thread is given to do. */
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

/** How far the thread is with reading the file for the first time. */
export interface ReadingProgress {
  /** 0 to 1. */
  share: number;
  featureCount: number;
}

/** What the thread says. */
export type FromThread =
  | { kind: 'progress'; progress: ReadingProgress }
  | { kind: 'preview'; preview: UploadPreview }
  | { kind: 'plan'; layers: DescribedLayer[]; featureCount: number }
  | { kind: 'rows'; bytes: Uint8Array; totals: LayerTotals }
  | { kind: 'end'; totals: LayerTotals }
  | { kind: 'fault'; id: string; message: string; faults: Fault[] };

/** What the thread is told while it loads: make the rows of this layer, or go on with them. */
export type ToThread = { kind: 'layer'; layerId: number } | { kind: 'more' };

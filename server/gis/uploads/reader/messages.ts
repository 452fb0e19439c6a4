import { type Fault, MappingError } from '../../../../wire/errors.ts';
import type { UploadFaultCode } from '../../../../wire/upload-faults.ts';
import type { UploadFormat, UploadPreview } from '../../../../wire/upload.ts';
import type { AttributeValue } from '../../layer/field.ts';
import type { DescribedLayer } from '../../storage/describe-layer.ts';
import type { LayerTotals } from '../../storage/encode-rows.ts';
import type { TileSet } from '../../tile-archive/tile-set.ts';
import type { UploadChoices } from '../upload-source.ts';

/** Error codes of files for errors of the storage. */
const codes: Readonly<Record<string, UploadFaultCode>> = {
  'services:invalid-geometry': 'broken-geometry',
  'services:invalid-value': 'unfit-value',
};

/** The faults of an error, with codes for those of the storage. */
export function codedFaults({ faults, cause }: MappingError): Fault[] {
  const code = cause instanceof MappingError ? codes[cause.id] : undefined;
  return faults.map((fault) =>
    code === undefined || fault.code !== undefined
      ? fault
      : { ...fault, code, values: { reason: fault.message.replace(/\.$/, '') } },
  );
}

/** The task of the reader. */
export interface ReadingTask {
  kind: 'preview' | 'load' | 'generate' | 'tiles';
  /** Maximum number of features of a feature collection. */
  most?: number;
  path: string;
  /** Whether the file is the value of a form as it was sent. */
  isFormValue?: boolean;
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

/** Rows for an existing layer instead of the one that the file would become. */
export interface RowsTarget {
  layer: DescribedLayer;
  /** Values of fields without a source. */
  fixed: Readonly<Record<string, AttributeValue>>;
  /** Leaves out features that do not fit. */
  lenient: boolean;
}

/** Features that were left out, and why for the first of them. */
export interface LeftRows {
  count: number;
  faults: Fault[];
}

/** Messages of the reader. */
export type FromReader =
  | { kind: 'progress'; progress: ReadingProgress }
  | { kind: 'preview'; preview: UploadPreview }
  /** An archive of tiles that was checked. */
  | { kind: 'tiles'; tileSet: TileSet }
  /** A feature collection as JSON. */
  | { kind: 'collection'; text: string }
  | {
      kind: 'plan';
      format: UploadFormat;
      layers: DescribedLayer[];
      /** The name of each layer's collection in the file: several layers may come from one. */
      collections: string[];
      featureCount: number;
    }
  | { kind: 'rows'; bytes: Uint8Array; totals: LayerTotals }
  | { kind: 'end'; totals: LayerTotals; left: LeftRows }
  | { kind: 'fault'; id: string; message: string; faults: Fault[] }
  /** An error of the program. */
  | { kind: 'failure'; stack: string };

/**
 * Messages to the reader: first its task, and while loading requests for the rows of a layer and permission
 * to continue.
 */
export type ToReader =
  | { kind: 'task'; task: ReadingTask }
  | { kind: 'layer'; layerId: number; target?: RowsTarget }
  | { kind: 'more' };

import type { UploadProgress } from '../../../wire/upload.ts';
import type { Database } from '../../platform/database/connect.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { limits } from '../../limits.ts';
import { isKnownWkid } from '../geometry/spatial-reference.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { checkServiceName } from '../storage/create-hosted-layer.ts';
import type { DescribedLayer } from '../storage/describe-layer.ts';
import type { LayerRows, LayerTotals } from '../storage/encode-rows.ts';
import { loadService } from '../storage/load-store.ts';
import type { ServiceShape } from '../storage/service-input.ts';
import { findService } from '../storage/service-store.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import type { FromReader, LeftRows, RowsTarget } from './reader/messages.ts';
import { type Reading, startReading } from './reader/start-reading.ts';
import type { UploadChoices } from './upload-source.ts';

export interface PublishRequest {
  /** The uploaded file: its path, and its original name. */
  file: { path: string; name: string };
  choices: UploadChoices;
  service: ServiceShape;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Additional work in the transaction that creates the service. */
  finish: (transaction: Database, layers: readonly PublishedLayer[]) => Promise<void>;
}

/** A layer as it was published. */
export interface PublishedLayer extends LayerTotals {
  name: string;
  geometryType: string | null;
  wkid: number;
}

/** Shares of the progress for each stage, about proportional to their duration. */
const shares = { reading: 0.35, writing: 0.55 } as const;

/**
 * Creates a hosted service from a file: reads it in its own process and streams it into the database in one
 * transaction. A replaced service keeps its drawing info where the layers are still of the same kind.
 * @throws MappingError `services:invalid-upload`, `services:invalid-feature` (line or feature, and advice),
 * `services:service-exists`
 */
export async function publishFile(database: Database, request: PublishRequest): Promise<void> {
  const { file, choices, service, signal, onProgress } = request;
  checkServiceName(service.serviceName);
  if (choices.layer?.wkid !== undefined && !isKnownWkid(choices.layer.wkid))
    throw parameterError('targetSR', 'This spatial reference is not known.');
  const now = Date.now();
  await inTemporaryFolder(async (folder) => {
    const task = { kind: 'load', ...file, folder, choices, now, creator: service.creator } as const;
    const reading = await startReading(task, { milliseconds: limits.uploadMinutes * 60_000, signal });
    try {
      const plan = await readPlan(reading, onProgress);
      const old = service.replace
        ? await findService(database, service.serviceName, { orgId: service.orgId ?? installationOrgId })
        : undefined;
      const layers = old ? preserveDrawingInfo(plan.layers, old.layers) : plan.layers;
      const writing = new RowsProgress(plan.featureCount, onProgress);
      await loadService(database, service, layers, {
        now,
        signal,
        rowsOf: (_layer, layerId) => rowsOf(reading, { layerId }, writing),
        onIndexing: () => writing.report('indexing'),
        finish: (transaction, totals) =>
          request.finish(
            transaction,
            totals.map((total, layerId) => publishedLayer(layers[layerId], total)),
          ),
      });
    } finally {
      await reading.stop();
    }
  });
}

/** Waits until the file has been read once. */
export async function readPlan(
  reading: Reading,
  onProgress: PublishRequest['onProgress'],
): Promise<Extract<FromReader, { kind: 'plan' }>> {
  for (;;) {
    const message = await reading.next();
    if (message.kind === 'plan') return message;
    if (message.kind !== 'progress') continue;
    const { share, featureCount } = message.progress;
    onProgress({ stage: 'reading', share: share * shares.reading, featureCount });
  }
}

/** Rows of a layer from the reader, which is never more than a few chunks ahead of the database. */
export function rowsOf(
  reading: Reading,
  order: { layerId: number; target?: RowsTarget },
  writing: RowsProgress,
  left?: LeftRows,
): LayerRows {
  const totals: LayerTotals = { featureCount: 0, extent: null };
  async function* bytes() {
    reading.notify({ kind: 'layer', ...order });
    for (;;) {
      const message = await reading.next();
      if (message.kind !== 'rows' && message.kind !== 'end') continue;
      writing.add(message.totals.featureCount - totals.featureCount);
      Object.assign(totals, message.totals);
      if (message.kind === 'end') {
        if (left) Object.assign(left, message.left);
        return;
      }
      yield message.bytes;
      reading.notify({ kind: 'more' });
    }
  }
  return { totals, bytes: bytes() };
}

/** Counts features sent to the database. */
export class RowsProgress {
  readonly #expected: number;
  readonly #onProgress: PublishRequest['onProgress'];
  #written = 0;

  constructor(expected: number, onProgress: PublishRequest['onProgress']) {
    this.#expected = Math.max(1, expected);
    this.#onProgress = onProgress;
  }

  add(featureCount: number): void {
    this.#written += featureCount;
    this.report('writing');
  }

  report(stage: 'writing' | 'indexing'): void {
    const share = shares.reading + shares.writing * Math.min(1, this.#written / this.#expected);
    this.#onProgress({ stage, share, featureCount: this.#written });
  }
}

/** What is reported of a created layer. */
export function publishedLayer(layer: DescribedLayer | undefined, totals: LayerTotals): PublishedLayer {
  if (!layer) throw new Error('There are more totals than layers.');
  return {
    ...totals,
    name: layer.input.name,
    geometryType: layer.input.geometryType ?? null,
    wkid: layer.wkid,
  };
}

/** Gives layers the name and drawing info of those they replace, where the kind of geometry is the same. */
function preserveDrawingInfo(
  layers: readonly DescribedLayer[],
  old: readonly HostedLayer[],
): DescribedLayer[] {
  return layers.map((layer, layerId) => {
    const before = old.find((other) => other.layerId === layerId);
    if (!before || before.geometryType !== (layer.input.geometryType ?? null)) return layer;
    const { drawingInfo, minScale, maxScale, defaultVisibility, description, copyright } = before;
    return {
      ...layer,
      input: { ...layer.input, name: before.name },
      definition: {
        ...layer.definition,
        drawingInfo,
        minScale,
        maxScale,
        defaultVisibility,
        description,
        copyright,
      },
    };
  });
}

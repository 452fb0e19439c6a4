import { once } from 'node:events';
import { printUploadPlace } from '../../../../wire/upload.ts';
import { describeLayer } from '../../storage/describe-layer.ts';
import { encodeRows } from '../../storage/encode-rows.ts';
import { placeGeometry } from '../geometry/place-geometry.ts';
import { layerFeatures, planLayers } from '../plan-layers.ts';
import { type Meter, type SourceReference, uploadFault, type UploadSource } from '../upload-source.ts';
import type { FromReader, ReadingTask, ToReader } from './messages.ts';

/** Features between two progress reports. */
const reportEvery = 2_000;
/** Maximum number of chunks sent but not yet stored. */
const chunksAhead = 3;

/** Reads the file once for its plan, and then once for each layer whose rows are requested. */
export async function loadRows(
  source: UploadSource,
  task: ReadingTask,
  meter: Meter,
  say: (message: FromReader) => void,
): Promise<void> {
  let featureCount = 0;
  const report = () => {
    const share = meter.total > 0 ? Math.min(1, meter.read / meter.total) : 0;
    say({ kind: 'progress', progress: { share, featureCount } });
  };
  const { layers } = await planLayers(source, {
    onFeature: () => {
      featureCount += 1;
      if (featureCount % reportEvery === 0) report();
    },
  });
  const described = layers.map(({ shape }) => describeLayer(shape));
  const orders = new Orders();
  say({
    kind: 'plan',
    layers: described,
    featureCount: layers.reduce((sum, layer) => sum + layer.featureCount, 0),
  });
  for (;;) {
    const layerId = await orders.nextLayer();
    const planned = layers[layerId];
    const layer = described[layerId];
    if (!planned || !layer) return;
    const rows = encodeRows(layer, layerFeatures(planned), {
      now: task.now,
      creator: task.creator,
      place: placer(planned.source.reference()),
      nameOf: ({ place }, number) => printUploadPlace(place) || `feature ${number}`,
    });
    for await (const bytes of rows.bytes) {
      await orders.mayGoOn();
      say({ kind: 'rows', bytes, totals: rows.totals });
    }
    say({ kind: 'end', totals: rows.totals });
  }
}

/** A definition that passed the first check may still fail in proj4. */
function placer(reference: SourceReference) {
  try {
    return placeGeometry(reference);
  } catch {
    throw uploadFault('unknown-reference');
  }
}

/** The server's requests, in order. */
class Orders {
  readonly #layers: number[] = [];
  #credit = chunksAhead;

  constructor() {
    process.on('message', (order: ToReader) => {
      if (order.kind === 'more') this.#credit += 1;
      else if (order.kind === 'layer') this.#layers.push(order.layerId);
    });
  }

  async nextLayer(): Promise<number> {
    for (;;) {
      const layer = this.#layers.shift();
      if (layer !== undefined) return layer;
      await this.#message();
    }
  }

  /** Waits while enough chunks are being sent. */
  async mayGoOn(): Promise<void> {
    while (this.#credit === 0) await this.#message();
    this.#credit -= 1;
  }

  async #message(): Promise<void> {
    await once(process, 'message');
  }
}

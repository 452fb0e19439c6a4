import { once } from 'node:events';
import { printUploadPlace } from '../../../../wire/upload.ts';
import { cut } from '../../../platform/safety/stored-text.ts';
import { describeLayer } from '../../storage/describe-layer.ts';
import { encodeRows } from '../../storage/encode-rows.ts';
import { envelopeOf, type Geometry } from '../../geometry/geometry.ts';
import { projectGeometry, projectorBetween } from '../../geometry/project.ts';
import { isWithinDomain } from '../../geometry/spatial-reference.ts';
import { chooseLayers } from '../choose-layers.ts';
import { keptWkid, placeGeometry } from '../geometry/place-geometry.ts';
import { asMultipoint, layerFeatures, type PlannedLayer, planLayers } from '../plan-layers.ts';
import {
  cutTexts,
  type Meter,
  type SourceReference,
  uploadFault,
  type UploadFeature,
  uploadLimits,
  type UploadSource,
} from '../upload-source.ts';
import type { MappingError } from '../../../../wire/errors.ts';
import {
  codedFaults,
  type FromReader,
  type LeftRows,
  type ReadingTask,
  type RowsTarget,
  type ToReader,
} from './messages.ts';

/** Features between two progress reports. */
const reportEvery = 2_000;
/** Maximum number of chunks sent but not yet stored. */
const chunksAhead = 3;

/** Reads the file once for its plan, and then once for each layer whose rows are requested. */
export async function loadRows(
  source: UploadSource,
  task: ReadingTask,
  meter: Meter,
  send: (message: FromReader) => void,
): Promise<void> {
  let featureCount = 0;
  const report = () => {
    const share = meter.total > 0 ? Math.min(1, meter.read / meter.total) : 0;
    send({ kind: 'progress', progress: { share, featureCount } });
  };
  const { layers: fitting } = await planLayers(source, {
    onFeature: () => {
      featureCount += 1;
      if (featureCount % reportEvery === 0) report();
    },
  });
  const layers = chooseLayers(fitting, task.choices.layer);
  const described = layers.map(({ shape }) => describeLayer(shape));
  const orders = new Orders();
  send({
    kind: 'plan',
    format: source.format,
    layers: described,
    collections: layers.map((layer) => cut(layer.source.name, uploadLimits.shownCharacters)),
    featureCount: layers.reduce((sum, layer) => sum + layer.featureCount, 0),
  });
  for (;;) {
    const { layerId, target } = await orders.nextLayer();
    const planned = layers[layerId];
    const layer = described[layerId];
    if (!planned || !layer) return;
    const left: LeftRows = { count: 0, faults: [] };
    const rows = encodeRows(target?.layer ?? layer, featuresFor(planned, target), {
      now: task.now,
      creator: task.creator,
      fixed: target?.fixed,
      place: placer(planned.source.reference(), (target?.layer ?? layer).wkid),
      nameOf: ({ place }, number) => printUploadPlace(cutTexts(place)) || `feature ${number}`,
      ...(target?.lenient && { onFault: (error) => recordFault(left, error) }),
    });
    for await (const bytes of rows.bytes) {
      await orders.waitForCredit();
      send({ kind: 'rows', bytes, totals: rows.totals });
    }
    send({ kind: 'end', totals: rows.totals, left });
  }
}

/** Faults that are reported of features that were left out. */
const reportedFaults = 50;

function recordFault(left: LeftRows, error: MappingError): void {
  left.count += 1;
  if (left.faults.length < reportedFaults) left.faults.push(...codedFaults(error));
}

/** Points become multipoints where a layer holds those; a table takes no geometry. */
async function* featuresFor(planned: PlannedLayer, target: RowsTarget | undefined) {
  const multipoint = target?.layer.input.geometryType === 'esriGeometryMultipoint';
  for await (const group of layerFeatures(planned)) yield multipoint ? asMultipoints(group) : group;
}

function* asMultipoints(group: Iterable<UploadFeature>): Generator<UploadFeature> {
  for (const feature of group)
    yield feature.geometry ? { ...feature, geometry: asMultipoint(feature.geometry) } : feature;
}

/** A definition that passed the first check may still fail in proj4. */
export function placer(reference: SourceReference, wkid = keptWkid(reference)) {
  try {
    const place = placeGeometry(reference);
    const projector = projectorBetween(keptWkid(reference), wkid);
    return (geometry: Geometry) => {
      const projected = projectGeometry(place(geometry), projector);
      if (!projected || !isWithinDomain(envelopeOf(projected), wkid)) throw uploadFault('outside-reference');
      return projected;
    };
  } catch {
    throw uploadFault('unknown-reference');
  }
}

type LayerOrder = Extract<ToReader, { kind: 'layer' }>;

/** The server's requests, in order. */
class Orders {
  readonly #layers: LayerOrder[] = [];
  #credit = chunksAhead;

  constructor() {
    process.on('message', (order: ToReader) => {
      if (order.kind === 'more') this.#credit += 1;
      else if (order.kind === 'layer') this.#layers.push(order);
    });
  }

  async nextLayer(): Promise<LayerOrder> {
    for (;;) {
      const layer = this.#layers.shift();
      if (layer !== undefined) return layer;
      await this.#message();
    }
  }

  /** Waits until another chunk may be sent. */
  async waitForCredit(): Promise<void> {
    while (this.#credit === 0) await this.#message();
    this.#credit -= 1;
  }

  async #message(): Promise<void> {
    await once(process, 'message');
  }
}

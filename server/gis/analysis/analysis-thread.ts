import { open } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import {
  geometryAt,
  packedLimits,
  type PackedLayer,
  Packer,
  type TaskField,
  valuesAt,
} from '../../../analysis/packed-layer.ts';
import { type Recipe, serverAnalyses } from '../../../wire/analysis.ts';
import { databaseTimeouts } from '../../limits.ts';
import { performTask, type GivenTask } from '../../platform/threads/perform-task.ts';
import { threadDatabase } from '../../platform/database/connect.ts';
import { selectFeatures } from '../feature-server/query/requested-features-condition.ts';
import { type EsriGeometry, readEsriGeometry } from '../geometry/esri-json.ts';
import { esriTypes, type Geometry, kindOf, partsOf, strideOf } from '../geometry/geometry.ts';
import { projectGeometry, projectorBetween } from '../geometry/project.ts';
import type { OwnFieldType } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { describeLayer } from '../storage/describe-layer.ts';
import { encodeRows, type LayerTotals } from '../storage/encode-rows.ts';
import { inSnapshot, type LayerSnapshot } from '../storage/export-rows-store.ts';
import type { LayerShape, SourceFeature } from '../storage/service-input.ts';
import type { ClauseContext } from '../where/typed-condition.ts';
import { serveSdkAssets } from './sdk-assets.ts';

interface InputLayer {
  layer: HostedLayer;
  where: string | undefined;
  objectIds: readonly number[] | undefined;
}

export interface AnalysisThreadTask {
  recipe: Recipe;
  input: InputLayer;
  other?: InputLayer | undefined;
  wkid: number;
  title: string;
  clauseContext: ClauseContext;
  /** Where the rows of the result are written. */
  file: string;
  /** The number of features that were read, and thousandths of the analysis, for the thread that reports them. */
  state: Int32Array;
}

export interface ThreadResult {
  shape: LayerShape;
  totals: LayerTotals;
  repaired: number;
}

// Before the SDK's first module is imported. The packed layers of this thread may be larger than a browser's.
serveSdkAssets();
Object.assign(packedLimits, {
  features: serverAnalyses.features,
  vertices: serverAnalyses.vertices,
  values: serverAnalyses.values,
});

const { databaseUrl } = workerData as { databaseUrl: string };
const database = threadDatabase(databaseUrl, {
  readOnly: true,
  timeouts: { ...databaseTimeouts.ordinary, transaction: serverAnalyses.minutes * 60 },
});

/** Analyses hosted layers with the code that browsers run, beside the event loop. */
export async function run(given: GivenTask<AnalysisThreadTask>): Promise<unknown> {
  return performTask(
    given,
    (task) => analyse(task),
    () => [],
  );
}

async function analyse(task: AnalysisThreadTask): Promise<ThreadResult> {
  const { recipe, wkid, state } = task;
  const { runTask } = await import('../../../analysis/run-task.ts');
  const { input, other } = await inSnapshot(database, async (snapshot) => ({
    input: await read(snapshot, task.input, task),
    other: task.other && (await read(snapshot, task.other, task)),
  }));
  const { layer, repaired } = await runTask({ recipe, input, other, wkid: sdkWkid(wkid) }, (part) => {
    Atomics.store(state, 1, Math.max(1, Math.round(part * 1000)));
  });
  return { ...(await write(layer, task)), repaired };
}

/** Web Mercator as the SDK of browsers names it. */
function sdkWkid(wkid: number): number {
  return wkid === 3857 ? 102_100 : wkid;
}

/** Types of values that results have; those that only a service maintains are left out, as in a browser. */
const types: Readonly<Record<string, string>> = {
  esriFieldTypeString: 'esriFieldTypeString',
  esriFieldTypeInteger: 'esriFieldTypeInteger',
  esriFieldTypeSmallInteger: 'esriFieldTypeInteger',
  esriFieldTypeSingle: 'esriFieldTypeDouble',
  esriFieldTypeDouble: 'esriFieldTypeDouble',
  esriFieldTypeBigInteger: 'esriFieldTypeDouble',
  esriFieldTypeDate: 'esriFieldTypeDate',
  esriFieldTypeDateOnly: 'esriFieldTypeString',
};

async function read(
  snapshot: LayerSnapshot,
  { layer, where, objectIds }: InputLayer,
  { wkid, clauseContext, state }: AnalysisThreadTask,
): Promise<PackedLayer> {
  const used = layer.fields.flatMap(({ name, alias, type }, index) => {
    const json = types[type];
    return json ? [{ index, field: { name, alias, type: json } }] : [];
  });
  const { conditions } = selectFeatures(
    { where, ...(objectIds && { objectIds: [...objectIds] }) },
    layer,
    clauseContext,
  );
  const packer = new Packer(
    kindOf(layer.geometryType ?? 'esriGeometryPoint'),
    used.map(({ field }): TaskField => field),
  );
  const projector = projectorBetween(layer.wkid, wkid);
  for await (const rows of snapshot.rows(layer, conditions)) {
    for (const { geometry, values } of rows) {
      const placed = geometry && projectGeometry(geometry, projector);
      if (placed)
        packer.add(
          partsAsGeometry(placed),
          used.map(({ index }) => values[index]),
        );
    }
    Atomics.add(state, 0, rows.length);
  }
  return packer.finish();
}

function partsAsGeometry(geometry: Geometry) {
  const stride = strideOf(geometry);
  let at = 0;
  const paths = partsOf(geometry).map((count) =>
    Array.from({ length: count }, () => {
      const vertex = [geometry.coordinates[at] ?? Number.NaN, geometry.coordinates[at + 1] ?? Number.NaN];
      at += stride;
      return vertex;
    }),
  );
  return { paths };
}

/** Writes the rows of the result, as the database takes them. */
async function write(
  packed: PackedLayer,
  { file, title, wkid, clauseContext }: AnalysisThreadTask,
): Promise<Pick<ThreadResult, 'shape' | 'totals'>> {
  const { fields, columns } = packed;
  const shape: LayerShape = {
    name: title,
    geometryType: esriTypes[packed.shape],
    wkid,
    fields: fields.map(({ name, alias, type }, index) => {
      const column = columns[index];
      const texts = column && 'codes' in column ? column.texts : [];
      const length = texts.reduce((most, text) => Math.max(most, text.length), 255);
      return { name, alias, type: type as OwnFieldType, ...(texts.length > 0 && { length }) };
    }),
  };
  const { totals, bytes } = encodeRows(describeLayer(shape), [features(packed)], {
    now: clauseContext.now,
    nameOf: (_feature, number) => `feature ${number} of the result`,
  });
  const target = await open(file, 'w');
  try {
    for await (const chunk of bytes) await target.write(chunk);
  } finally {
    await target.close();
  }
  return { shape, totals };
}

function* features(layer: PackedLayer): Generator<SourceFeature> {
  for (let index = 0; index < layer.count; index++) {
    const values = valuesAt(layer, index);
    yield {
      properties: Object.fromEntries(layer.fields.map(({ name }, field) => [name, values[field]])),
      shape: readEsriGeometry(geometryAt(layer, index) as EsriGeometry, 'geometry'),
    };
  }
}

import { createReadStream } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { packedLimits } from '../../../analysis/packed-layer.ts';
import { type Recipe, serverAnalyses, type Shape, toolNeeds } from '../../../wire/analysis.ts';
import type { UploadProgress } from '../../../wire/upload.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import type { Database } from '../../platform/database/connect.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import { isLong, selectFeatures } from '../feature-server/query/requested-features-condition.ts';
import { kindOf } from '../geometry/geometry.ts';
import { canonicalWkid, isKnownWkid } from '../geometry/spatial-reference.ts';
import { describeLayer } from '../storage/describe-layer.ts';
import { loadService } from '../storage/load-store.ts';
import { findServiceOfItem } from '../storage/service-store.ts';
import { type PublishedLayer, publishedLayer } from '../uploads/publish-file.ts';
import type { ServiceShape } from '../storage/service-input.ts';
import type { ClauseContext } from '../where/typed-condition.ts';
import type { AnalysisThreadTask, ThreadResult } from './analysis-thread.ts';

/** A layer of a hosted service, and which of its features to use. */
export interface AnalysisInput {
  itemId: string;
  layerId: number;
  where?: string | undefined;
  objectIds?: readonly number[] | undefined;
  /** Whether the requester may not read layers that are closed to visitors. */
  isOutside: boolean;
}

export interface AnalysisRequest {
  recipe: Recipe;
  input: AnalysisInput;
  other?: AnalysisInput | undefined;
  /** The spatial reference in which overlays are computed, and that of the result. */
  wkid: number;
  title: string;
  clauseContext: ClauseContext;
}

/** An analysis that can be carried out. */
export type AnalysisPlan = Pick<
  AnalysisThreadTask,
  'recipe' | 'input' | 'other' | 'wkid' | 'title' | 'clauseContext'
>;

/** Checks a request before its job begins. @throws MappingError 400 */
export async function planAnalysis(
  database: Database,
  { recipe, input, other, wkid: wanted, title, clauseContext }: AnalysisRequest,
): Promise<AnalysisPlan> {
  const wkid = canonicalWkid(wanted);
  if (!isKnownWkid(wkid)) throw parameterError('wkid', `The spatial reference ${wanted} is not known here.`);
  const needs = toolNeeds[recipe.tool];
  const read = (given: AnalysisInput, name: string, shapes: readonly Shape[]) =>
    loadInput(database, given, { name, shapes, clauseContext });
  return {
    recipe,
    input: await read(input, 'input', needs.input),
    other: other && needs.other ? await read(other, 'other', needs.other) : undefined,
    wkid,
    title,
    clauseContext,
  };
}

async function loadInput(
  database: Database,
  { itemId, layerId, where, objectIds, isOutside }: AnalysisInput,
  { name, shapes, clauseContext }: { name: string; shapes: readonly Shape[]; clauseContext: ClauseContext },
): Promise<AnalysisThreadTask['input']> {
  const found = await findServiceOfItem(database, itemId);
  const layer = found?.layers.find((one) => one.layerId === layerId);
  if (!layer) throw parameterError(name, `The service has no layer ${layerId}.`);
  if (isOutside && layer.visitors && !layer.visitors.mayRead)
    throw parameterError(name, `Visitors do not see the features of ${layer.name}.`);
  if (!layer.geometryType || !shapes.includes(kindOf(layer.geometryType)))
    throw parameterError(name, `The tool does not suit the geometry of ${layer.name}.`);
  if (objectIds && objectIds.length > serverAnalyses.ids)
    throw parameterError(name, `Specify at most ${serverAnalyses.ids} object ids, or a condition.`);
  // A long condition is read by the thread that analyses.
  if (!isLong(where)) selectFeatures({ where }, layer, clauseContext);
  return { layer, where, objectIds };
}

/** Creates the service of a result. */
export interface AnalysisJob {
  service: ServiceShape;
  /** A file for the rows of the result. */
  file: string;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  finish: (
    transaction: Database,
    layers: readonly PublishedLayer[],
    facts: { repaired: number },
  ) => Promise<void>;
}

/** Threads that analyse, `serverAnalyses.concurrency` of them. */
export interface AnalysisThreads {
  /** @throws MappingError `analysis:*`, and the reason of `signal` */
  run(plan: AnalysisPlan, job: AnalysisJob): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two reports of progress. */
const reportEvery = 250;
/** The share of the progress that loading and indexing the result take. */
const writing = 0.1;

/** @param long connections that a job may hold for an hour */
export function analysisThreads(databaseUrl: string, long: Database): AnalysisThreads {
  const pool = threadPool<AnalysisThreadTask, ThreadResult>({
    script: new URL('analysis-thread.ts', import.meta.url),
    settings: { databaseUrl },
    threads: serverAnalyses.concurrency,
  });
  return {
    async run(plan, { service, file, signal, onProgress, finish }) {
      const state = new Int32Array(new SharedArrayBuffer(8));
      const ended = new AbortController();
      const late = AbortSignal.timeout(serverAnalyses.minutes * 60_000);
      void report(state, onProgress, ended.signal);
      let result: ThreadResult;
      try {
        result = await pool.run({ ...plan, file, state }, AbortSignal.any([signal, late]));
      } catch (error) {
        signal.throwIfAborted();
        if (!late.aborted) throw error;
        throw parameterError(
          'recipe',
          `The analysis takes longer than ${serverAnalyses.minutes} minutes. Use fewer features.`,
        );
      } finally {
        ended.abort();
      }
      const { totals, shape, repaired } = result;
      const layer = describeLayer(shape);
      onProgress({ stage: 'writing', share: 1 - writing, featureCount: totals.featureCount });
      await loadService(long, service, [layer], {
        now: Date.now(),
        signal,
        rowsOf: () => ({ totals, bytes: createReadStream(file) }),
        onIndexing: () =>
          onProgress({ stage: 'indexing', share: 1 - writing / 2, featureCount: totals.featureCount }),
        finish: (transaction) => finish(transaction, [publishedLayer(layer, totals)], { repaired }),
      });
    },
    close: () => pool.close(),
  };
}

/** `state` has the number of features that were read, and thousandths of the analysis. */
async function report(state: Int32Array, onProgress: (progress: UploadProgress) => void, ended: AbortSignal) {
  const reading = 0.2;
  while (!ended.aborted) {
    const featureCount = Atomics.load(state, 0);
    const part = Atomics.load(state, 1) / 1000;
    const read = Math.min(1, featureCount / packedLimits.features);
    const share = (1 - writing) * (part > 0 ? reading + (1 - reading) * part : reading * read);
    onProgress({ stage: part > 0 ? 'computing' : 'reading', share, featureCount });
    await setTimeout(reportEvery, undefined, { signal: ended, ref: false }).catch(() => {});
  }
}

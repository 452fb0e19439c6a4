import { analysisPath, assetsPath } from 'virtual:arcgis-build';
import { buffersOf } from '../../../analysis/packed-layer.ts';
import type { AnalysisAnswer, AnalysisTask } from '../../../analysis/tasks.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { RunOptions } from './analysis.ts';

export interface BrowserTask {
  task: AnalysisTask;
  /** Where the SDK's files are. */
  assetsPath: string;
}

export type WorkerAnswer =
  { part: number } | { answer: AnalysisAnswer } | { problem: string; detail: string };

/** Computes a task in a worker, which gets the memory of the layers. */
export function inWorker(task: AnalysisTask, { signal, onProgress }: RunOptions): Promise<AnalysisAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(analysisPath, location.href), { type: 'module' });
  return new Promise<AnalysisAnswer>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    worker.addEventListener('error', ({ message }) =>
      reject(new MappingError('analysis:failed', message || 'The analysis failed.')),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if ('part' in data) onProgress(data.part);
      else if ('answer' in data) resolve(data.answer);
      else reject(new MappingError(data.problem, data.detail, { status: 400 }));
    });
    const given: BrowserTask = { task, assetsPath: new URL(assetsPath, location.href).href };
    const layers = [task.input, ...(task.other ? [task.other] : [])];
    worker.postMessage(given, { transfer: layers.flatMap(buffersOf) });
  }).finally(() => worker.terminate());
}

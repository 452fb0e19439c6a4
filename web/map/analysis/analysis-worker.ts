import { buffersOf } from '../../../analysis/packed-layer.ts';
import type { BrowserTask, WorkerAnswer } from './in-worker.ts';

const post = (answer: WorkerAnswer, transfer: Transferable[] = []) =>
  globalThis.postMessage(answer, { transfer });

globalThis.addEventListener('message', async ({ data }: MessageEvent<BrowserTask>) => {
  // Before the SDK's first module runs, which reads its settings once.
  (globalThis as { esriConfig?: unknown }).esriConfig = {
    assetsPath: data.assetsPath,
    has: { 'esri-csp-restrictions': true },
  };
  try {
    const { runTask } = await import('../../../analysis/run-task.ts');
    const answer = await runTask(data.task, (part) => post({ part }));
    post({ answer }, buffersOf(answer.layer));
  } catch (cause) {
    const { id = 'analysis:failed', message = '' } = cause as { id?: string; message?: string };
    post({ problem: id, detail: message });
  }
});

import type { AnalysisTask, WorkerAnswer } from './tasks.ts';

const post = (answer: WorkerAnswer) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other window to address
  globalThis.postMessage(answer);

globalThis.addEventListener('message', async ({ data }: MessageEvent<AnalysisTask>) => {
  // Before the SDK's first module runs, which reads its settings once.
  (globalThis as { esriConfig?: unknown }).esriConfig = {
    assetsPath: data.assetsPath,
    has: { 'esri-csp-restrictions': true },
  };
  try {
    const { runTask } = await import('./run-task.ts');
    post({ answer: await runTask(data, (part) => post({ part })) });
  } catch (cause) {
    const { id = 'analysis:failed', message = '' } = cause as { id?: string; message?: string };
    post({ problem: id, detail: message });
  }
});

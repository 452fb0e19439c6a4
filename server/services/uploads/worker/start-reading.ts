import { Worker } from 'node:worker_threads';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { uploadFault } from '../upload-fault.ts';
import type { FromThread, ReadingTask, ToThread } from './messages.ts';

/** A thread that reads a file, as the server sees it. */
export interface Reading {
  /** The next thing it says. @throws MappingError what is wrong with the file; the signal's reason when cancelled */
  next(): Promise<FromThread>;
  tell(order: ToThread): void;
  stop(): Promise<void>;
}

/**
 * Starts a thread with memory of its own: a file that needs more ends the thread and not the server.
 * @param milliseconds after which it is stopped
 */
export function startReading(task: ReadingTask, milliseconds: number, signal?: AbortSignal): Reading {
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.uploadThreadMegabytes, maxYoungGenerationSizeMb: 64 },
    // Nothing of the server's environment is the file's business.
    env: {},
  });
  const said: FromThread[] = [];
  let failure: unknown;
  let wake = () => {};
  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };
  worker.on('message', (message: FromThread) => {
    said.push(message);
    wake();
  });
  worker.on('error', (error) => fail(explain(error)));
  worker.on('exit', () => fail(uploadFault('not-read')));
  const late = setTimeout(() => {
    fail(uploadFault('too-slow', {}, { seconds: Math.round(milliseconds / 1000) }));
    void worker.terminate();
  }, milliseconds);
  late.unref();
  const cancel = () => {
    fail(signal?.reason);
    void worker.terminate();
  };
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return {
    async next() {
      for (;;) {
        const message = said.shift();
        if (message?.kind === 'fault')
          throw new MappingError(message.id, message.message, { status: 400, faults: message.faults });
        if (message) return message;
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    // A thread has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: (order) => worker.postMessage(order),
    async stop() {
      clearTimeout(late);
      signal?.removeEventListener('abort', cancel);
      await worker.terminate();
    },
  };
}

function explain(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return uploadFault('too-much-memory', {}, { most: limits.uploadThreadMegabytes });
  }
  return error;
}

import { Worker } from 'node:worker_threads';
import { classLimits } from '../../limits.ts';
import { lowPriority } from '../../platform/threads/lower-priority.ts';
import type { PasswordResult, PasswordTask } from './password-worker.ts';

/** Parameters of scrypt; see `node:crypto`. */
export type KeyTask = Omit<PasswordTask, 'number'>;

interface Waiting {
  resolve: (key: Buffer) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

const threads: Thread[] = [];
let number = 0;

/**
 * Derives a key in a separate thread: `crypto.scrypt` would use the threads of Node's pool, which reads all
 * files and resolves all addresses.
 */
export async function deriveKey(task: KeyTask): Promise<Buffer> {
  const thread = chooseThread();
  const { worker, waiting } = thread;
  number += 1;
  const own = number;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  waiting.set(own, { resolve, reject });
  worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  worker.postMessage({ number: own, ...task } satisfies PasswordTask);
  return promise;
}

/** The least busy thread; a new one while more are allowed. */
function chooseThread(): Thread {
  const [least] = threads.toSorted((a, b) => a.waiting.size - b.waiting.size);
  if (least && (least.waiting.size === 0 || threads.length >= classLimits.passwords.concurrency))
    return least;
  const worker = new Worker(new URL('password-worker.ts', import.meta.url), lowPriority);
  const thread = { worker, waiting: new Map() };
  threads.push(thread);
  listen(thread);
  return thread;
}

function listen(thread: Thread): void {
  const { worker, waiting } = thread;
  const end = (error: Error) => {
    const index = threads.indexOf(thread);
    if (index >= 0) threads.splice(index, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', ({ number: answered, key, error }: PasswordResult) => {
    const waiter = waiting.get(answered);
    waiting.delete(answered);
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) worker.unref();
    if (key) waiter?.resolve(Buffer.from(key));
    else waiter?.reject(new Error(error));
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that checks passwords has ended.')));
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: ((options: object) => void) | undefined;

/** Megabytes of this process's memory in use. `external` includes `arrayBuffers`, in which the bytes of buffers are. */
export interface MemoryUsed {
  heap: number;
  external: number;
  arrayBuffers: number;
}

/**
 * Memory in use after garbage collection. A single collection leaves compiled code of functions
 * that were called lately: ten megabytes after 80,000 requests.
 */
export function memoryUsed(): MemoryUsed {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as NonNullable<typeof collect>;
  }
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed / 1e6, external: external / 1e6, arrayBuffers: arrayBuffers / 1e6 };
}

/** Megabytes of the heap in use after garbage collection. */
export function heapUsed(): number {
  return memoryUsed().heap;
}

import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { uploadFault } from '../upload-source.ts';
import { readerConfinement } from './choose-confinement.ts';
import { readerCommand, readerEnvironment } from './confine.ts';
import type { FromReader, ReadingTask, ToReader } from './messages.ts';
import { type ReaderEnd, type ReaderProcess, startReader } from './reader-process.ts';
import type { ReaderCommand } from './spawner.ts';

/** A reading process, as seen by the server. */
export interface Reading {
  /** Its next message. @throws MappingError the fault of the file; the signal's reason when cancelled */
  next(): Promise<FromReader>;
  notify(order: ToReader): void;
  /** Kills the process; resolves when it has ended. */
  stop(): Promise<void>;
}

export interface ReadingLimits {
  /** Timeout after which the process is killed. */
  milliseconds: number;
  /** Memory of V8's heap; `limits.uploadHeapMegabytes` when absent. */
  heapMegabytes?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Starts a process with its own limits (`confine.ts`): a file that exceeds them ends the process and not the
 * server.
 */
export async function startReading(
  task: ReadingTask,
  { milliseconds, heapMegabytes = limits.uploadHeapMegabytes, signal }: ReadingLimits,
): Promise<Reading> {
  const confinement = await readerConfinement.find();
  signal?.throwIfAborted();
  const { command, args } = readerCommand(confinement, {
    file: task.path,
    folder: task.folder,
    // Garbage collection has its own threads, so processor time may run faster than the clock.
    cpuSeconds: Math.ceil((milliseconds / 1000) * 1.5) + 10,
    heapMegabytes,
  });
  const reader = { command, args, env: readerEnvironment() };
  return new ReadingProcess(reader, task, { milliseconds, heapMegabytes, signal });
}

class ReadingProcess implements Reading {
  readonly #reader: ReaderProcess;
  readonly #messages: FromReader[] = [];
  readonly #gone: Promise<void>;
  readonly #late: NodeJS.Timeout;
  readonly #cancel: () => void;
  readonly #signal: AbortSignal | undefined;
  #failure: unknown;
  #wake = () => {};

  constructor(
    reader: ReaderCommand,
    task: ReadingTask,
    { milliseconds, heapMegabytes, signal }: ReadingLimits & { heapMegabytes: number },
  ) {
    this.#signal = signal;
    const seconds = Math.round(milliseconds / 1000);
    const gone = Promise.withResolvers<void>();
    this.#gone = gone.promise;
    this.#reader = startReader(reader, {
      onMessage: (message) => {
        this.#messages.push(message);
        this.#wake();
      },
      onEnd: (end) => {
        this.#fail(
          end.error === undefined ? explainEnd({ ...end, seconds, heapMegabytes }) : new Error(end.error),
        );
        gone.resolve();
      },
    });
    this.#late = setTimeout(() => this.#kill(tooSlow(seconds)), milliseconds);
    this.#late.unref();
    this.#cancel = () => this.#kill(signal?.reason);
    signal?.addEventListener('abort', this.#cancel, { once: true });
    this.notify({ kind: 'task', task });
  }

  async next(): Promise<FromReader> {
    for (;;) {
      const message = this.#messages.shift();
      if (message?.kind === 'fault')
        throw new MappingError(message.id, message.message, { status: 400, faults: message.faults });
      if (message?.kind === 'failure') throw new Error(`The reader failed: ${message.stack}`);
      if (message) return message;
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  notify(order: ToReader): void {
    this.#reader.notify(order);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#late);
    this.#signal?.removeEventListener('abort', this.#cancel);
    this.#reader.kill();
    await this.#gone;
  }

  #kill(reason: unknown): void {
    this.#fail(reason);
    this.#reader.kill();
  }

  #fail(reason: unknown): void {
    this.#failure ??= reason;
    this.#wake();
  }
}

/** The meaning of an unexpected end. V8 and the kernel end a process without memory in several ways. */
function explainEnd({
  code,
  name,
  seconds,
  heapMegabytes,
}: ReaderEnd & { seconds: number; heapMegabytes: number }): MappingError {
  if (name === 'SIGXCPU' || code === 152) return tooSlow(seconds);
  if (name === 'SIGXFSZ' || code === 153)
    return uploadFault('archive-too-large', {}, { most: limits.unpackedBytes / 1e9 });
  const memory = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGKILL'];
  if ((name !== null && memory.includes(name)) || [133, 134, 137].includes(code ?? 0))
    return uploadFault('too-much-memory', {}, { most: heapMegabytes });
  return uploadFault('not-read');
}

function tooSlow(seconds: number): MappingError {
  return uploadFault('too-slow', {}, { seconds });
}

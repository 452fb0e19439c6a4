import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { FromReader, ToReader } from './messages.ts';
import type { FromSpawner, ReaderCommand, ToSpawner } from './spawner.ts';

/** How a process ended; with the error when it could not be started. */
export interface ReaderEnd {
  code: number | null;
  name: NodeJS.Signals | null;
  error?: string;
}

/** A reader's process, which the spawner started. */
export interface ReaderProcess {
  notify(order: ToReader): void;
  kill(): void;
}

export interface ReaderListener {
  onMessage: (message: FromReader) => void;
  /** Called once, after the last message. */
  onEnd: (end: ReaderEnd) => void;
}

const program = path.join(import.meta.dirname, 'spawner.ts');

/** The spawner of this process, started by the first reader, and the readers it has started. */
let spawner: ChildProcess | undefined;
const readers = new Map<number, ReaderListener>();
let lastId = 0;

/** Starts a reader by the spawner. */
export function startReader(reader: ReaderCommand, listener: ReaderListener): ReaderProcess {
  spawner ??= startSpawner();
  const id = (lastId += 1);
  readers.set(id, listener);
  // A program that waits for a reader does not end.
  spawner.channel?.ref();
  send({ id, kind: 'start', reader });
  return {
    notify: (order) => readers.has(id) && send({ id, kind: 'notify', order }),
    kill: () => readers.has(id) && send({ id, kind: 'kill' }),
  };
}

function send(message: ToSpawner): void {
  spawner?.send(message, () => {});
}

function startSpawner(): ChildProcess {
  const child = spawn(process.execPath, ['--max-semi-space-size=16', program], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  });
  child.unref();
  child.on('message', (message: FromSpawner) => {
    if (message.kind === 'close') endReader(message.id, message);
    else readers.get(message.id)?.onMessage(message.message);
  });
  const lose = (error?: Error) => {
    if (spawner !== child) return;
    spawner = undefined;
    for (const id of readers.keys())
      endReader(id, { code: null, name: null, error: error?.message ?? 'The spawner has ended.' });
  };
  child.on('error', lose);
  child.once('exit', () => lose());
  return child;
}

function endReader(id: number, end: ReaderEnd): void {
  const listener = readers.get(id);
  readers.delete(id);
  if (readers.size === 0) spawner?.channel?.unref();
  listener?.onEnd(end);
}

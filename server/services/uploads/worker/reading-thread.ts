import { parentPort, workerData } from 'node:worker_threads';
import { MappingError } from '../../../../wire/errors.ts';
import type { Meter } from '../upload-source.ts';
import { openUpload } from '../open-upload.ts';
import { previewUpload } from '../preview-upload.ts';
import { codedFaults } from './coded-faults.ts';
import { loadRows } from './load-rows.ts';
import type { FromThread, ReadingTask } from './messages.ts';

/** The thread that reads one uploaded file. It knows the file and nothing else: no database, no network. */
async function main(task: ReadingTask): Promise<void> {
  const meter: Meter = { read: 0, total: 0 };
  try {
    const source = await openUpload({ path: task.path, name: task.name, meter }, task.choices, task.folder);
    try {
      if (task.kind === 'preview') say({ kind: 'preview', preview: await previewUpload(source) });
      else await loadRows(source, task, meter, say);
    } finally {
      await source.close();
    }
  } catch (error) {
    say(faultOf(error));
  } finally {
    // Until then, listening for what comes next keeps the thread alive.
    parentPort?.close();
  }
}

function say(message: FromThread): void {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message);
}

function faultOf(error: unknown): FromThread {
  if (!(error instanceof MappingError)) throw error;
  return { kind: 'fault', id: error.id, message: error.message, faults: codedFaults(error) };
}

void main(workerData as ReadingTask);

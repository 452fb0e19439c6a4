import './deny-network.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unescape } from 'node:querystring';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { isTileArchive, openUpload } from '../open-upload.ts';
import { previewTiles, previewUpload } from '../preview-upload.ts';
import { type Meter, uploadFault } from '../upload-source.ts';
import { codedFaults, type FromReader, type ReadingTask, type ToReader } from './messages.ts';
import { generateFeatures } from './generate-features.ts';
import { loadRows } from './load-rows.ts';

/** Its modules are a third of all, and other files need none of them. */
const loadTileReader = () => import('../formats/pmtiles/read-pmtiles-file.ts');

/**
 * The process that reads one uploaded file. It has access to the file and nothing else: no database, no
 * network, no environment.
 */
async function main(task: ReadingTask): Promise<void> {
  try {
    const file = task.isFormValue ? await decodeFile(task) : task.path;
    if (task.kind === 'tiles' || (task.kind === 'preview' && (await isTileArchive(file))))
      await readTiles(file, task);
    else await readFeatures(file, task);
  } catch (error) {
    send(faultOf(error));
  }
  // Until then, listening for messages keeps the process alive.
  await sent;
  process.disconnect();
}

async function readTiles(file: string, { kind }: ReadingTask): Promise<void> {
  const { readTileArchive } = await loadTileReader();
  if (kind === 'preview') {
    const tileSet = await readTileArchive(file, { withTiles: false });
    send({ kind: 'preview', preview: previewTiles(tileSet) });
    return;
  }
  const onProgress = (share: number) => send({ kind: 'progress', progress: { share, featureCount: 0 } });
  send({ kind: 'tiles', tileSet: await readTileArchive(file, { withTiles: true, onProgress }) });
}

async function readFeatures(file: string, task: ReadingTask): Promise<void> {
  const meter: Meter = { read: 0, total: 0 };
  const source = await openUpload({ path: file, name: task.name, meter }, task.choices, task.folder);
  try {
    if (task.kind === 'preview') send({ kind: 'preview', preview: await previewUpload(source) });
    else if (task.most !== undefined)
      send({ kind: 'collection', text: await generateFeatures(source, task.most, task.choices.layer) });
    else await loadRows(source, task, meter, send);
  } finally {
    await source.close();
  }
}

/** Decodes the large value of a form here, where it blocks no one. */
async function decodeFile({ path: place, folder }: ReadingTask): Promise<string> {
  const decoded = path.join(folder, 'decoded');
  await writeFile(decoded, unescape((await readFile(place, 'latin1')).replaceAll('+', ' ')));
  return decoded;
}

/** Resolves when all messages have been sent. */
let sent = Promise.resolve();

function send(message: FromReader): void {
  const gone = new Promise<void>((resolve) => process.send?.(message, () => resolve()));
  sent = sent.then(() => gone);
}

function faultOf(error: unknown): FromReader {
  if (error instanceof MappingError)
    return { kind: 'fault', id: error.id, message: error.message, faults: codedFaults(error) };
  if (isOutOfMemory(error)) return faultOf(outOfMemory());
  return { kind: 'failure', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The operating system, V8 or SQLite ran out of memory. */
function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/allocat|out of memory|Invalid string length/i.test(error.message) ||
      ('code' in error && error.code === 'ENOMEM'))
  );
}

function outOfMemory(): MappingError {
  return uploadFault('too-much-memory', {}, { most: limits.uploadHeapMegabytes });
}

if (process.argv.includes('--check')) {
  await loadTileReader();
  console.log('ready');
} else {
  // The server has exited: no one needs the rest.
  process.on('disconnect', () => process.exit());
  process.once('message', (order: ToReader) => {
    if (order.kind === 'task') void main(order.task);
  });
}

import { ReadError, readLimits, type ReadResult } from './read-features.ts';

/** Supported file extensions. */
export const readable = [
  '.geojson',
  '.json',
  '.csv',
  '.txt',
  '.zip',
  '.kml',
  '.kmz',
  '.gpx',
  '.gpkg',
  '.fgb',
  '.parquet',
  '.geoparquet',
] as const;

/**
 * Reads a file in the browser. Complex formats are read by a worker, so that the map stays responsive.
 * @throws ReadError
 */
export async function readFile(file: File, signal: AbortSignal): Promise<ReadResult> {
  const ending = readable.find((one) => file.name.toLowerCase().endsWith(one));
  if (!ending) throw new ReadError('type', file.name);
  if (file.size > readLimits.bytes) throw new ReadError('size', String(file.size));
  if (file.size === 0) throw new ReadError('empty');
  if (ending === '.kml' || ending === '.gpx' || ending === '.kmz') {
    const { readXml, unpackKmz } = await import('./read-xml.ts');
    const text = ending === '.kmz' ? await unpackKmz(await file.arrayBuffer()) : await file.text();
    return readXml(text, ending === '.gpx' ? 'gpx' : 'kml');
  }
  return inWorker(ending, await file.arrayBuffer(), signal);
}

function inWorker(ending: string, bytes: ArrayBuffer, signal: AbortSignal): Promise<ReadResult> {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadResult>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')));
    worker.addEventListener('error', ({ message }) => reject(new ReadError('broken', message)));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerResponse>) =>
      'result' in data ? resolve(data.result) : reject(new ReadError(data.problem, data.detail)),
    );
    worker.postMessage({ ending, bytes }, { transfer: [bytes] });
  }).finally(() => worker.terminate());
}

/** The worker's response. */
export type WorkerResponse = { result: ReadResult } | { problem: ReadError['problem']; detail: string };

/**
 * Downloads a file of features.
 * @throws ReadError `size`, `unreachable`
 */
export async function downloadFile(address: string, signal: AbortSignal): Promise<File> {
  const name = fileNameOf(new URL(address));
  const response = await fetch(address, { credentials: 'omit', signal }).catch(() => undefined);
  if (!response?.ok || !response.body)
    throw new ReadError('unreachable', response ? `HTTP ${response.status}` : '');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Safari cannot iterate over streams.
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > readLimits.bytes) {
      await reader.cancel();
      throw new ReadError('size', String(size));
    }
    parts.push(next.value);
  }
  return new File(parts, name);
}

function fileNameOf({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    // The path is not encoded as UTF-8.
    return name;
  }
}

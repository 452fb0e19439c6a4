import { decodeTable, readCsv } from './read-csv.ts';
import { ReadError, type ReadResult } from './read-features.ts';
import type { WorkerResponse } from './read-file.ts';
import { readGeoJson } from './read-geojson.ts';

interface Task {
  ending: string;
  bytes: ArrayBuffer;
}

async function read({ ending, bytes }: Task): Promise<ReadResult> {
  switch (ending) {
    case '.zip':
      return (await import('./read-shapefile.ts')).readShapefile(bytes);
    case '.gpkg':
      return (await import('./read-geopackage.ts')).readGeoPackage(bytes);
    case '.fgb':
      return (await import('./read-flatgeobuf.ts')).readFlatGeobuf(bytes);
    case '.parquet':
    case '.geoparquet':
      return (await import('./read-parquet.ts')).readParquet(bytes);
    case '.csv':
    case '.txt':
      return readCsv(decodeTable(new Uint8Array(bytes)));
    default:
      return readGeoJson(new TextDecoder().decode(bytes));
  }
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<Task>) => {
  const response: WorkerResponse = await read(data).then(
    (result) => ({ result }),
    (cause: unknown) => ({
      problem: cause instanceof ReadError ? cause.problem : 'broken',
      detail: cause instanceof Error ? cause.message : '',
    }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other window to address
  globalThis.postMessage(response);
});

import type { UploadProgress } from '../../../wire/upload.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limits } from '../../limits.ts';
import { checkServiceName } from '../storage/create-hosted-layer.ts';
import type { ServiceShape } from '../storage/service-input.ts';
import { saveTiles } from '../storage/tile-set-store.ts';
import type { TileSet } from '../tile-archive/tile-set.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import { startReading } from './reader/start-reading.ts';

export interface PublishTilesRequest {
  /** The uploaded file: its path, its original name, and the version of its stored bytes. */
  file: { path: string; name: string; version: string };
  service: ServiceShape;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
  /** Additional work in the transaction that creates the service. */
  finish: (transaction: Database, tileSet: TileSet) => Promise<void>;
}

/** Share of the progress for reading the file; the rest is its transaction. */
const readingShare = 0.95;

/**
 * Creates a service of vector tiles from an archive: its own process checks every tile of it, and the service then shares the
 * bytes of the file.
 * @throws MappingError `services:invalid-upload`, `services:service-exists`, `services:file-changed`
 */
export async function publishTiles(database: Database, request: PublishTilesRequest): Promise<void> {
  const { file, service, signal, onProgress, finish } = request;
  checkServiceName(service.serviceName);
  const tileSet = await readTileSet(request);
  onProgress({ stage: 'writing', share: readingShare, featureCount: 0 });
  // Without credits of its own, the service has those of the archive.
  const copyright = service.copyright || tileSet.attribution;
  await saveTiles(
    database,
    { ...service, copyright },
    {
      version: file.version,
      tileSet,
      now: Date.now(),
      signal,
      finish: (transaction) => finish(transaction, tileSet),
    },
  );
}

async function readTileSet({ file, service, signal, onProgress }: PublishTilesRequest): Promise<TileSet> {
  return inTemporaryFolder(async (folder) => {
    const task = { kind: 'tiles', path: file.path, name: file.name, folder, choices: {}, now: 0 } as const;
    const reading = await startReading(
      { ...task, creator: service.creator },
      { milliseconds: limits.uploadMinutes * 60_000, signal },
    );
    try {
      for (;;) {
        const message = await reading.next();
        if (message.kind === 'tiles') return message.tileSet;
        if (message.kind !== 'progress') continue;
        onProgress({ stage: 'reading', share: message.progress.share * readingShare, featureCount: 0 });
      }
    } finally {
      await reading.stop();
    }
  });
}

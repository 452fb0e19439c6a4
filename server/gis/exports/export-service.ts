import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { threadPool } from '../../platform/threads/thread-pool.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { findServiceOfItem } from '../storage/service-store.ts';
import { extract } from '../feature-server/rights.ts';
import { isLong, selectFeatures } from '../feature-server/query/requested-features-condition.ts';
import type { ClauseContext } from '../where/typed-condition.ts';
import { arcgisError } from '../../platform/http/arcgis-error.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { type ExportFormat, exportFault } from './export-format.ts';
import type { ExportTask, ExportThreadSettings } from './export-thread.ts';

/** What the requester of an export may do. */
export interface ExportRights {
  /** Whether the requester may not read layers that are closed to visitors. */
  isOutside?: boolean | undefined;
  /** Whether the requester may change the item of the service. */
  mayChange?: boolean | undefined;
}

/** The layers of a service to export, and the format. */
export interface ExportRequest extends ExportRights {
  format: ExportFormat;
  /** Some of its layers; all of them when absent. */
  layers?: readonly { id: number; where?: string | undefined }[] | undefined;
  /** The spatial reference of the file, where its format leaves a choice. */
  wkid?: number | undefined;
  clauseContext: ClauseContext;
}

/** A request that can be carried out. */
export interface ExportPlan {
  format: ExportFormat;
  layers: ExportTask['layers'];
  featureCount: number;
  clauseContext: ClauseContext;
}

/** Checks a request before its job begins. @throws MappingError 400, 403 for a service that others may not export; undefined for an item without a service */
export async function planExport(
  database: Database,
  itemId: string,
  { format, layers: wanted, wkid, clauseContext, ...rights }: ExportRequest,
): Promise<ExportPlan | undefined> {
  const found = await findServiceOfItem(database, itemId);
  if (!found) return undefined;
  refuseClosed(found, rights);
  // Long conditions are read by the thread that writes the file.
  const isChecked = !isLong(...(wanted ?? []).map(({ where }) => where));
  const layers = (wanted ?? found.layers.map(({ layerId }) => ({ id: layerId, where: undefined }))).map(
    ({ id, where }) => {
      const layer = found.layers.find(({ layerId }) => layerId === id);
      if (!layer) throw parameterError('exportParameters', `The service has no layer ${id}.`);
      if (where !== undefined && isChecked) selectFeatures({ where }, layer, clauseContext);
      return { layer, where, wkid: wkidOf(layer, format, wkid) };
    },
  );
  if (layers.length === 0) throw exportFault('The service has no layers.');
  if ((format === 'GeoJson' || format === 'FlatGeobuf') && layers.length > 1)
    throw exportFault(
      `A ${format === 'GeoJson' ? 'GeoJSON' : format} file holds one layer. Choose the layer, or another format.`,
    );
  return {
    format,
    layers,
    featureCount: layers.reduce((sum, { layer }) => sum + layer.featureCount, 0),
    clauseContext,
  };
}

/**
 * Checks that a file may be handed out whose job began when that was allowed.
 * @throws MappingError 400 or 403 as `planExport`
 */
export async function mustExport(database: Database, itemId: string, rights: ExportRights): Promise<void> {
  const found = await findServiceOfItem(database, itemId, { measured: false });
  if (!found) throw exportFault('The service was deleted meanwhile.');
  refuseClosed(found, rights);
}

type Found = NonNullable<Awaited<ReturnType<typeof findServiceOfItem>>>;

function refuseClosed({ service, layers }: Found, { isOutside, mayChange }: ExportRights): void {
  if (!mayChange && !service.capabilities.includes(extract))
    throw arcgisError('portal:forbidden', {
      message: `The owner of ${service.name} does not let others export it.`,
    });
  const closed = layers.find(({ visitors }) => isOutside && visitors && !visitors.mayRead);
  if (closed) throw exportFault(`Visitors do not see the features of ${closed.name}.`);
}

/** Shapefiles, GeoPackages and FlatGeobuf may stay in Web Mercator; the other formats are in degrees. */
function wkidOf(layer: HostedLayer, format: ExportFormat, wanted: number | undefined): number {
  const keeps = format === 'Shapefile' || format === 'GeoPackage' || format === 'FlatGeobuf';
  if (wanted !== undefined && wanted !== 4326 && !(keeps && wanted === 3857))
    throw parameterError('exportParameters', 'The spatial reference of this format can only be 4326.');
  if (wanted !== undefined) return wanted;
  return keeps && layer.wkid === 3857 ? 3857 : 4326;
}

/** Threads that write exports, `limits.concurrentExports` of them. */
export interface ExportThreads {
  /**
   * Writes a file into a folder. @returns its bytes
   * @throws MappingError `services:export-refused` when it is too large for its format, and the reason of `signal`
   */
  write(
    plan: ExportPlan,
    place: { folder: string; file: string },
    job: { signal: AbortSignal; onProgress: (written: number) => void },
  ): Promise<number>;
  close(): Promise<void>;
}

/** Milliseconds between two reports of progress. */
const reportEvery = 250;

export function exportThreads(settings: ExportThreadSettings): ExportThreads {
  const pool = threadPool<ExportTask, number>({
    script: new URL('export-thread.ts', import.meta.url),
    settings,
    threads: limits.concurrentExports,
  });
  return {
    async write({ format, layers, clauseContext }, { folder, file }, { signal, onProgress }) {
      const written = new Int32Array(new SharedArrayBuffer(4));
      const parts = path.join(folder, 'parts');
      const ended = new AbortController();
      const late = AbortSignal.timeout(limits.exportMinutes * 60_000);
      void report(written, onProgress, ended.signal);
      try {
        const task = { format, layers, clauseContext, folder: parts, file, written };
        const size = await pool.run(task, AbortSignal.any([signal, late]));
        onProgress(Atomics.load(written, 0));
        return size;
      } catch (error) {
        signal.throwIfAborted();
        if (!late.aborted) throw error;
        throw exportFault(
          `The export takes longer than ${limits.exportMinutes} minutes. Export less at once.`,
        );
      } finally {
        ended.abort();
      }
    },
    close: () => pool.close(),
  };
}

async function report(written: Int32Array, onProgress: (count: number) => void, ended: AbortSignal) {
  while (!ended.aborted) {
    onProgress(Atomics.load(written, 0));
    await setTimeout(reportEvery, undefined, { signal: ended, ref: false }).catch(() => {});
  }
}

import { mkdir, rm, stat } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import type { ReplicaAddress } from '../../platform/database/replica.ts';
import { databaseTimeouts, limits } from '../../limits.ts';
import { performTask, type GivenTask } from '../../platform/threads/perform-task.ts';
import { threadDatabase } from '../../platform/database/connect.ts';
import { projectGeometry, projectorBetween } from '../geometry/project.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { inSnapshot, type LayerSnapshot } from '../storage/export-rows-store.ts';
import { readFromReplica } from '../storage/layer-version-store.ts';
import { selectFeatures } from '../feature-server/query/requested-features-condition.ts';
import type { ClauseContext } from '../where/typed-condition.ts';
import {
  ByteQuota,
  closeOpenFiles,
  DiskFile,
  type ExportFormat,
  type ExportedLayer,
  type FileWriter,
  plainName,
} from './export-format.ts';
import { csvWriter } from './formats/write-csv.ts';
import { excelWriter } from './formats/write-excel.ts';
import { flatgeobufWriter } from './formats/write-flatgeobuf.ts';
import { geojsonWriter } from './formats/write-geojson.ts';
import { geopackageWriter } from './formats/write-geopackage.ts';
import { kmlWriter } from './formats/write-kml.ts';
import { shapefileWriter } from './formats/write-shapefile.ts';

/** The layers to write, and the file. */
export interface ExportTask {
  layers: readonly { layer: HostedLayer; where: string | undefined; wkid: number }[];
  format: ExportFormat;
  /** A folder of the task's own, and the file to write in it. */
  folder: string;
  file: string;
  clauseContext: ClauseContext;
  /** The number of features written so far, for the thread that reports it. */
  written: Int32Array;
}

export interface ExportThreadSettings {
  databaseUrl: string;
  /** Replicas for what is exported. */
  replica?: ReplicaAddress | undefined;
}

const { databaseUrl, replica } = workerData as ExportThreadSettings;
const database = threadDatabase(databaseUrl, {
  readOnly: true,
  timeouts: { ...databaseTimeouts.ordinary, transaction: limits.exportMinutes * 60 },
  replica,
});

/** Writes layers to a file, beside the event loop. @returns the bytes of the file */
export async function run(given: GivenTask<ExportTask>): Promise<unknown> {
  return performTask(
    given,
    async (task) => {
      const layers = task.layers.map(({ layer }) => layer);
      await readFromReplica(layers, async () => {
        await clear(task);
        try {
          await inSnapshot(database, (snapshot) => write(snapshot, task));
        } finally {
          closeOpenFiles();
        }
      });
      return (await stat(task.file)).size;
    },
    () => [],
  );
}

/** Removes what an attempt has written that a replica could not finish. */
async function clear({ file, folder, written }: ExportTask): Promise<void> {
  await rm(file, { force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  Atomics.store(written, 0, 0);
}

async function write(snapshot: LayerSnapshot, task: ExportTask): Promise<void> {
  const writer = open(task);
  const names = uniqueNames(task.layers.map(({ layer }) => layer.name));
  for (const [index, { layer, where, wkid }] of task.layers.entries()) {
    const { conditions } = selectFeatures(where === undefined ? {} : { where }, layer, task.clauseContext);
    const textLengths = task.format === 'Shapefile' ? await snapshot.textLengths(layer) : [];
    const exported: ExportedLayer = { layer, name: names[index] ?? '', wkid, textLengths };
    const projector = layer.geometryType ? projectorBetween(layer.wkid, wkid) : undefined;
    const features = writer.layer(exported);
    for await (const rows of snapshot.rows(layer, conditions)) {
      for (const row of rows)
        features.add({ ...row, geometry: row.geometry && projectGeometry(row.geometry, projector) });
      Atomics.add(task.written, 0, rows.length);
    }
    features.end();
  }
  writer.finish();
}

function open({ format, file, folder, layers }: ExportTask): FileWriter {
  const quota = new ByteQuota();
  if (format === 'GeoPackage') return geopackageWriter(file);
  const target = new DiskFile(file, quota);
  // Its parts take space as well.
  if (format === 'Shapefile')
    return shapefileWriter(target, folder, new ByteQuota(limits.exportTemporaryBytes));
  if (format === 'CSV') return csvWriter(target, layers.length > 1);
  return { Excel: excelWriter, FlatGeobuf: flatgeobufWriter, GeoJson: geojsonWriter, KML: kmlWriter }[format](
    target,
  );
}

/** Names for files and tables, each once in any letter case. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = plainName(name, 60);
    let own = plain;
    for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${plain} ${number}`;
    taken.add(own.toLowerCase());
    return own;
  });
}

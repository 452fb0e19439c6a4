import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { never } from '../../../platform/arcgis/unsupported.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { isInside, mayItem } from '../../access/item-policy.ts';
import { forbidden } from '../../access/refusals.ts';
import type { Caller } from '../../caller.ts';
import type { ExportOptions, LayerExport } from '../../hosting.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { withPreparedData } from '../item-data/set-item-data.ts';
import { addPreparedItem } from '../items/create-item.ts';
import { invalidItem, itemTexts } from '../items/item-input.ts';
import { type LoadedItem, loadItem } from '../items/load-item.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { completeJob } from './job-store.ts';
import { readTarget } from './read-choices.ts';
import { withRightsNow } from './rights-now.ts';
import { limits } from '../../../limits.ts';

const layersSchema = z
  .array(
    z.strictObject({
      id: z.number().int(),
      where: z.string().max(100_000).optional(),
      /** Every file has the geometry; true is the default of ArcGIS. */
      includeGeometry: z.literal(true).optional(),
    }),
  )
  .min(1)
  .max(limits.uploadLayers);

const schema = z.object({
  itemId: z.string('Specify the id of the item to export.'),
  exportFormat: z.string('Specify the format of the file.'),
  exportParameters: jsonObject.default({}),
  title: itemTexts.title,
  snippet: itemTexts.snippet,
  tags: itemTexts.tags,
  folderId: z.string().optional(),
  historicMoment: never('historicMoment is not supported. A file contains the current features.'),
});

/** The item that a format becomes: its type, the name's ending and its media type. */
const files: Readonly<Record<string, readonly [type: string, ending: string, contentType: string]>> = {
  csv: ['CSV', '.csv', 'text/csv; charset=utf-8'],
  excel: ['Microsoft Excel', '.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  flatgeobuf: ['FlatGeobuf', '.fgb', 'application/octet-stream'],
  geojson: ['GeoJson', '.geojson', 'application/geo+json'],
  geopackage: ['GeoPackage', '.gpkg', 'application/geopackage+sqlite3'],
  kml: ['KML', '.kml', 'application/vnd.google-earth.kml+xml'],
  shapefile: ['Shapefile', '.zip', 'application/zip'],
};
/** Of several layers: one file each. */
const csvCollection = ['CSV Collection', '.zip', 'application/zip'] as const;

/** The privilege of those who export layers. */
export const exportNeeds = 'portal:user:createItem';

/** An export, and the item that its file becomes. */
interface Exporting {
  export: LayerExport;
  jobId: string;
  sourceId: string;
  mayChange: boolean;
  isOutside: boolean;
  item: {
    id: string;
    owner: string;
    title: string;
    snippet: string;
    tags: string[];
    folder_id: string | null;
    access_information: string;
    license_info: string;
  };
  file: readonly [type: string, ending: string, contentType: string];
}

/**
 * `content/users/{user}[/{folder}]/export`: writes the layers of a hosted service to a file, in the background.
 * The file becomes a private item of that user when it is complete; `items/{exportItemId}/status` reports the
 * progress, and `items/{exportItemId}/cancel` ends it. Those who may change the service's item may always
 * export it, others if its capabilities include `Extract`.
 */
export const exportItem: Operation = async (call) => {
  const { context, caller, request } = call;
  const exporting = await readExport(call);
  const { item, jobId, sourceId, file } = exporting;
  const username = caller.kind === 'member' ? caller.username : item.owner;
  await context.exporting.start(
    { id: jobId, itemId: item.id, sourceId: item.id, username },
    (signal, onProgress) =>
      run(call, exporting, signal, (written) => {
        const share = Math.min(1, written / Math.max(1, exporting.export.featureCount)) * 0.95;
        onProgress({ stage: 'writing', share, featureCount: written });
      }),
    (error) => request.log.error({ err: error, jobId }, 'an export failed'),
  );
  return {
    type: file[0],
    size: -1,
    jobId,
    exportItemId: item.id,
    serviceItemId: sourceId,
    exportFormat: readOperation(schema, call.parameters).exportFormat,
  };
};

async function run(
  call: PortalCall,
  {
    export: { write },
    sourceId,
    mayChange,
    isOutside,
    item,
    file: [type, ending, contentType],
    jobId,
  }: Exporting,
  signal: AbortSignal,
  onProgress: (written: number) => void,
): Promise<void> {
  const { context } = call;
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-export-'));
  try {
    const place = path.join(folder, 'file');
    let featureCount = 0;
    const count = (written: number) => {
      featureCount = written;
      onProgress(written);
    };
    const size = await write({ folder, file: place }, { signal, onProgress: count });
    signal.throwIfAborted();
    await withPreparedData(context.documents, { contentType, place, size }, (data) =>
      inTransaction(context.database, async (transaction) => {
        const now = await withRightsNow(call, transaction, exportNeeds);
        const source = await loadItem({ ...now, path: { id: sourceId } }, 'see');
        const rights = rightsOn(source, now.caller);
        if ((mayChange && !rights.mayChange) || (!isOutside && rights.isOutside)) throw forbidden();
        await context.hosting.mustExport(transaction, sourceId, rights);
        const { owner, ...fields } = item;
        await addPreparedItem({ database: transaction, now: context.now }, owner, {
          ...fields,
          type,
          name: `${fileName(item.title)}${ending}`,
          type_keywords: [type],
          data,
        });
        await recordActOnOthers(transaction, call, item, { act: 'item.added' });
        const progress = { stage: 'writing' as const, share: 1, featureCount };
        await completeJob(transaction, jobId, { progress });
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readExport(call: PortalCall): Promise<Exporting> {
  const { context, caller, parameters, path: address } = call;
  const owner = await loadOwner(call);
  const input = readOperation(schema, parameters);
  const folder = await loadFolder(context.database, owner, address['folder'] ?? input.folderId);
  const source = await loadItem({ context, caller, path: { id: input.itemId } }, 'see');
  const rights = rightsOn(source, caller);
  const wanted: ExportOptions = {
    format: input.exportFormat,
    ...readChoices(input.exportParameters),
    clauseContext: { now: context.now(), user: caller.kind === 'member' ? caller.username : null },
    ...rights,
  };
  const prepared = await context.hosting.prepareExport(source.id, wanted);
  if (!prepared) throw parameterError('itemId', 'Only hosted feature layers of this portal can be exported.');
  const format = input.exportFormat.toLowerCase();
  const file = format === 'csv' && prepared.layerCount > 1 ? csvCollection : files[format];
  if (!file) throw parameterError('exportFormat', 'This format is not supported for this service.');
  const title = input.title || source.title;
  if (title === '') throw invalidItem([{ path: 'title', message: 'An item needs one.' }]);
  return {
    export: prepared,
    jobId: randomId(),
    sourceId: source.id,
    ...rights,
    file,
    item: {
      id: randomId(),
      owner,
      title,
      snippet: input.snippet ?? '',
      tags: input.tags ?? [],
      folder_id: folder?.id ?? null,
      access_information: source.access_information,
      license_info: source.license_info,
    },
  };
}

/** What a caller gets of the layers of an item that they see. */
function rightsOn(source: LoadedItem, caller: Caller): Pick<Exporting, 'mayChange' | 'isOutside'> {
  const mayChange = mayItem(caller, 'change', source);
  return { mayChange, isOutside: !mayChange && !isInside(caller, source.org_id, source.groupIds) };
}

function readChoices(given: Readonly<Record<string, unknown>>): Pick<ExportOptions, 'layers' | 'wkid'> {
  const { layers, targetSR, enforceFieldVisibility = true, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw parameterError(
      'exportParameters',
      `${unknown.slice(0, 60)} is not supported. Specify layers and targetSR.`,
    );
  if (enforceFieldVisibility !== true)
    throw parameterError('exportParameters', 'Fields that a view hides are not exported.');
  return { layers: readLayers(layers), wkid: readTarget(targetSR, 'exportParameters') };
}

function readLayers(given: unknown): ExportOptions['layers'] {
  if (given === undefined || given === null) return undefined;
  const read = layersSchema.safeParse(given);
  if (read.success) return read.data.map(({ id, where }) => ({ id, where }));
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const refused = unknown ?? (issue?.path[1] === 'includeGeometry' ? 'includeGeometry: false' : undefined);
  if (refused !== undefined)
    throw parameterError(
      'exportParameters',
      `${refused.slice(0, 60)} is not supported. Specify the id of each layer, and a where clause.`,
    );
  throw parameterError('exportParameters', 'Specify layers as a list of {"id": 0, "where": "…"}.');
}

/** A title without the signs that file systems reject. */
function fileName(title: string): string {
  return (
    title
      .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 100) || 'layer'
  );
}

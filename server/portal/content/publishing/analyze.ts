import { z } from 'zod';
import { jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { UploadPreview } from '../../../../wire/upload.ts';
import { currentWork } from '../../../platform/database/current-work.ts';
import type { HostedFile } from '../../hosting.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { limits } from '../../../limits.ts';
import { requireMember } from '../../access/refusals.ts';
import { withUploadTime } from '../../quotas/upload-time-store.ts';
import { spoolItemData } from '../item-data/get-item-data.ts';
import { loadItem } from '../items/load-item.ts';
import { checkFileMembers } from './file-members.ts';
import { readChoices } from './read-choices.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';

/** Besides a file. */
const schema = z.object({
  itemid: z.string().optional(),
  filename: z.string().optional(),
  analyzeParameters: jsonObject.default({}),
});

/**
 * `content/features/analyze`: previews a file (`file`) or the file of an item (`itemid`) as layers. Besides
 * ArcGIS' `publishParameters` and `records` the response has our own `preview` for every format.
 */
export const analyze: Operation = async (call) => {
  requireMember(call.caller);
  const { analyzeParameters, ...input } = readOperation(schema, call.parameters);
  checkFileMembers(analyzeParameters, 'analyzeParameters');
  const choices = readChoices(analyzeParameters);
  return withFile(call, input, async (file) => {
    const preview = await withUploadTime(call, limits.previewSeconds, () =>
      call.context.hosting.preview(file, choices, currentWork()?.signal),
    );
    return preview.tiles ? presentTiles(preview, file.name) : present(preview);
  });
};

/** Provides the file of the request, or that of an item visible to the caller, while the work runs. */
export async function withFile<Result>(
  call: PortalCall,
  { itemid: id, filename }: { itemid?: string | undefined; filename?: string | undefined },
  work: (file: HostedFile) => Promise<Result>,
): Promise<Result> {
  const [file] = call.files;
  if (file) return work({ path: file.place, name: filename ?? file.filename });
  if (id === undefined) throw parameterError('file', 'Specify a file, or the itemid of one.');
  const item = await loadItem({ ...call, path: { id } }, 'see');
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-analyze-'));
  try {
    const place = path.join(folder, 'file');
    if (!(await spoolItemData(call.context.database, item.id, place)))
      throw parameterError('itemid', 'The item has no file.');
    return await work({ path: place, name: item.name ?? item.title });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tiles have no fields to choose; the service is named after the file. */
function presentTiles(preview: UploadPreview, fileName: string): object {
  const name = serviceNameOf(path.parse(fileName).name);
  return { publishParameters: { type: preview.format, name }, records: [], preview };
}

function present(preview: UploadPreview): object {
  const [first] = preview.layers;
  return {
    publishParameters: {
      type: preview.format,
      name: serviceNameOf(first?.name ?? 'Layer'),
      locationType: preview.coordinates ? 'coordinates' : 'none',
      ...(preview.coordinates && {
        latitudeFieldName: preview.coordinates.latitude,
        longitudeFieldName: preview.coordinates.longitude,
      }),
      ...(preview.delimiter !== undefined && { columnDelimiter: preview.delimiter, qualifier: '"' }),
      ...(preview.encoding !== undefined && { encoding: preview.encoding }),
      maxRecordCount: 2000,
      layerInfo: {
        name: first?.name,
        type: first?.geometryType === null ? 'Table' : 'Feature Layer',
        geometryType: first?.geometryType,
        fields: first?.fields.map(({ name, type }) => ({ name, alias: name, type })) ?? [],
      },
    },
    records:
      first?.rows.map((row) =>
        Object.fromEntries(first.fields.map(({ name }, index) => [name, row[index]])),
      ) ?? [],
    preview,
  };
}

/** A name for a service: letters, digits and underscores, as required in addresses. */
export function serviceNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 100);
  return plain || 'Layer';
}

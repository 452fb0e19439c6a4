import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { problemReports } from '../../examples/astana/problem-reports.ts';
import type { Database } from '../platform/database/connect.ts';
import { createHostedLayer } from '../gis/storage/create-hosted-layer.ts';
import type { FieldInput } from '../gis/storage/service-input.ts';
import { findService } from '../gis/storage/service-store.ts';
import { stableId } from './users.ts';
import type { DemoItem } from './read-demo.ts';

/** Creates the layer for visitors' reports, unless it exists: earlier reports stay. */
export async function loadReportLayer(database: Database): Promise<void> {
  const { key, serviceName, title, description, owner, fields, drawingInfo } = problemReports;
  if (await findService(database, serviceName, 'root')) return;
  await createHostedLayer(
    { database },
    {
      serviceName,
      itemId: stableId('item', key),
      description,
      capabilities: 'Create,Delete,Query,Update,Editing',
      creator: owner,
      layers: [
        {
          name: title,
          geometryType: 'esriGeometryPoint',
          fields: fields as unknown as FieldInput[],
          displayField: 'description',
          features: [],
          drawingInfo,
          editorTracking: true,
          hasAttachments: true,
          visitors: { mayAdd: true, mayRead: false },
        },
      ],
    },
  );
}

/** The item of the layer, whose data is its form. */
export async function reportItem(publicUrl: string): Promise<DemoItem> {
  const { key, serviceName, owner, folder, title, snippet, description, tags, thumbnail } = problemReports;
  const file = path.resolve(import.meta.dirname, '../../examples/astana', thumbnail);
  return {
    key,
    owner,
    folder,
    title,
    snippet,
    description,
    tags: [...tags],
    type: 'Feature Service',
    typeKeywords: ['ArcGIS Server', 'Data', 'Feature Access', 'Feature Service', 'Hosted Service', 'Service'],
    access: 'public',
    groups: [],
    url: `${publicUrl}/server/demo/rest/services/${serviceName}/FeatureServer`,
    extent: problemReports.extent,
    credits: '',
    licence: '',
    data: {
      contentType: 'application/json',
      bytes: Buffer.from(JSON.stringify({ layers: [{ id: 0, formInfo: problemReports.form }] })),
    },
    thumbnail: { name: path.basename(thumbnail), bytes: await readFile(file) },
  };
}

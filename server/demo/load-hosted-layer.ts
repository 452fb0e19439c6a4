import { createHash } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { createHostedLayer } from '../services/storage/create-hosted-layer.ts';
import type { FieldInput, SourceFeature } from '../services/storage/service-input.ts';
import { findService } from '../services/storage/service-store.ts';
import { layerFields } from '../../examples/astana/layer-fields.ts';
import { loadedLayer, recordLayer } from './fact-store.ts';
import type { DemoItem } from './read-demo.ts';
import { readLayer } from './read-layer.ts';
import { stableId } from './stable-id.ts';

const types = {
  text: 'esriFieldTypeString',
  whole: 'esriFieldTypeInteger',
  number: 'esriFieldTypeDouble',
  // Beyond 32 bits, where clients are not at ease with numbers.
  id: 'esriFieldTypeString',
  date: 'esriFieldTypeDate',
} as const;

const textLength = 255;

/**
 * Brings the hosted layer of an item to the demo content of this version. A layer that holds it already stays, and so
 * does one that people have edited since.
 */
export async function loadHostedLayer(database: Database, item: DemoItem): Promise<void> {
  if (!item.hosted) return;
  const { serviceName, geometryType, editable, time, bytes, drawingInfo } = item.hosted;
  const { key, owner, title, description, credits } = item;
  const fingerprint = createHash('sha256')
    .update(bytes)
    .update(
      JSON.stringify([layerFields, geometryType, editable, time, drawingInfo, title, description, credits]),
    )
    .digest('hex');
  const loaded = await loadedLayer(database, key);
  const existing = await findService(database, serviceName, 'root');
  if (existing && loaded) {
    const [layer] = existing.layers;
    if (loaded.fingerprint === fingerprint || layer?.editedAt !== loaded.editedAt) return;
  }
  const features = readLayer(bytes);
  await createHostedLayer(
    { database },
    {
      serviceName,
      itemId: stableId('item', key),
      description,
      copyright: credits,
      capabilities: editable ? 'Create,Delete,Query,Update,Editing' : 'Query',
      creator: owner,
      replace: true,
      layers: [
        {
          name: title,
          geometryType,
          fields: fieldsOf(features),
          displayField: 'label',
          features,
          drawingInfo,
          ...(time && { timeInfo: { startTimeField: time, endTimeField: null } }),
          ...(editable && { editorTracking: true, hasAttachments: true }),
        },
      ],
    },
  );
  const made = await findService(database, serviceName, 'root');
  await recordLayer(database, key, { fingerprint, editedAt: made?.layers[0]?.editedAt ?? 0 });
}

/** The fields that features use. */
function fieldsOf(features: readonly SourceFeature[]): FieldInput[] {
  const used = new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return layerFields
    .filter(({ name }) => used.has(name))
    .map(({ name, alias, type, indexed }) => ({
      name,
      alias,
      type: types[type],
      ...(type === 'text' && { length: textLength }),
      ...(type === 'id' && { length: 20, editable: false }),
      ...(indexed && { indexed }),
    }));
}

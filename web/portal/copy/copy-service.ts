import { deleteItems } from '../change-items.ts';
import { contentPath } from '../paths.ts';
import { portalRequest } from '../portal-request.ts';
import { serviceRequest } from '../service-request.ts';
import { copyFeatures } from './copy-features.ts';
import { layerDefinition, type LayerDescription, type SpatialReference } from './layer-definition.ts';
import type { CopyNote, Party } from './report.ts';
import { serviceName, type SourceItem } from './plan.ts';

interface ServiceDescription {
  serviceDescription?: string;
  description?: string;
  copyrightText?: string;
  spatialReference?: SpatialReference;
  initialExtent?: unknown;
  hasStaticData?: boolean;
  capabilities?: string;
}

export interface CopiedService {
  itemId: string;
  url: string;
  notes: CopyNote[];
}

export interface ServiceCopyOptions {
  /** Id of the folder at the target; empty: none. */
  folder: string;
  signal: AbortSignal;
  onProgress: (copied: number) => void;
}

/**
 * Copies a hosted feature service: its layers and tables with their numbers, features and attachments. An error or a
 * cancelled copy removes the half-made service.
 */
export async function copyService(
  source: Party,
  target: Party,
  item: SourceItem,
  { folder, signal, onProgress }: ServiceCopyOptions,
): Promise<CopiedService> {
  const from = (item.url ?? '').replace(/\/$/, '');
  const described = await serviceRequest<ServiceDescription>(source, from, { signal });
  const { layers = [], tables = [] } = await serviceRequest<Record<'layers' | 'tables', LayerDescription[]>>(
    source,
    `${from}/layers`,
    { signal },
  );
  const made = await createService(target, item, described, [...layers, ...tables], folder);
  try {
    // An embedded portal numbers layers from 0 in the order given.
    const numbers = target.portal.createsLayers
      ? new Map([...layers, ...tables].map(({ id }, index) => [id, index]))
      : undefined;
    if (!numbers) await addLayers(target, made.url, { layers, tables }, signal);
    const notes: CopyNote[] = [];
    let done = 0;
    for (const layer of [...layers, ...tables]) {
      const number = numbers?.get(layer.id) ?? layer.id;
      const { copied, refused, reason } = await copyFeatures(
        { party: source, url: `${from}/${layer.id}` },
        { party: target, url: `${made.url}/${number}` },
        layer,
        { signal, onProgress: (some) => onProgress(done + some) },
      );
      done += copied;
      if (refused > 0)
        notes.push({ code: 'features-refused', values: { layer: layer.name, number: refused, reason } });
      if (number !== layer.id) notes.push({ code: 'renumbered', values: { layer: layer.name, number } });
      if (layer.relationships?.length) notes.push({ code: 'relationships', values: { layer: layer.name } });
      if (layer.editFieldsInfo) notes.push({ code: 'tracking', values: { layer: layer.name } });
    }
    if (!/Create|Editing|Update/i.test(described.capabilities ?? ''))
      notes.push({ code: 'editable', values: {} });
    return { ...made, notes };
  } catch (error) {
    await deleteItems(target, target.user.username, [{ id: made.itemId, owner: target.user.username }]).catch(
      () => {},
    );
    throw error;
  }
}

/** https://developers.arcgis.com/rest/users-groups-and-items/create-service/ */
async function createService(
  target: Party,
  item: SourceItem,
  described: ServiceDescription,
  layers: readonly LayerDescription[],
  folder: string,
): Promise<{ itemId: string; url: string }> {
  const { serviceDescription = '', description = '', copyrightText = '', spatialReference } = described;
  const createParameters = {
    name: serviceName(item),
    serviceDescription,
    description,
    copyrightText,
    hasStaticData: false,
    maxRecordCount: 2000,
    supportedQueryFormats: 'JSON',
    capabilities: 'Create,Delete,Query,Update,Editing',
    ...(spatialReference && { spatialReference }),
    ...(described.initialExtent !== undefined && { initialExtent: described.initialExtent }),
    allowGeometryUpdates: true,
    units: 'esriMeters',
    xssPreventionInfo: {
      xssPreventionEnabled: true,
      xssPreventionRule: 'InputOnly',
      xssInputRule: 'rejectInvalid',
    },
    ...(target.portal.createsLayers && { layers: layers.map(layerDefinition) }),
  };
  const response = await portalRequest<{ itemId: string; serviceurl: string }>(
    target,
    `${contentPath(target.user.username, folder)}/createService`,
    { body: { createParameters: JSON.stringify(createParameters), outputType: 'featureService' } },
  );
  return { itemId: response.itemId, url: response.serviceurl.replace(/\/$/, '') };
}

async function addLayers(
  target: Party,
  url: string,
  { layers, tables }: Record<'layers' | 'tables', readonly LayerDescription[]>,
  signal: AbortSignal,
): Promise<void> {
  const admin = url.replace('/rest/services/', '/rest/admin/services/');
  const addToDefinition = { layers: layers.map(layerDefinition), tables: tables.map(layerDefinition) };
  await serviceRequest(target, `${admin}/addToDefinition`, {
    params: { addToDefinition: JSON.stringify(addToDefinition) },
    post: true,
    signal,
  });
}

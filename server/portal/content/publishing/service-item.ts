import type { Database } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { CreatedService } from '../../hosting.ts';
import type { PortalContext } from '../../operation.ts';
import { addPreparedItem } from '../items/create-item.ts';
import type { ItemFields } from '../items/item-input.ts';
import { findItem, updateItem } from '../items/item-store.ts';

/** What a service serves: layers of features, or the tiles of an archive. */
export type ServiceKind = 'Feature Service' | 'Vector Tile Service';

const endings: Record<ServiceKind, string> = {
  'Feature Service': 'FeatureServer',
  'Vector Tile Service': 'VectorTileServer',
};

/** The item of a future hosted service. */
export interface ServiceItem {
  /** Its type; a feature service when absent. */
  type?: ServiceKind;
  id: string;
  owner: string;
  folderId: string | null;
  serviceName: string;
  title: string;
  snippet: string;
  description: string;
  tags: string[];
  accessInformation: string;
  licenseInfo: string;
  size: number;
  /** Whether its layers show features of other services. */
  isView?: boolean;
  /** Other members of the item that the request gave; they precede. */
  others?: Omit<ItemFields, 'title' | 'snippet' | 'description' | 'tags'>;
}

/** The address of an organisation's service, below the organisation's own. */
export function serviceUrl(
  { publicUrl, portal }: Pick<PortalContext, 'publicUrl' | 'portal'>,
  serviceName: string,
  type: ServiceKind = 'Feature Service',
): string {
  const organisation = portal.urlKey === null ? '' : `/${portal.urlKey}`;
  return `${publicUrl}/server${organisation}/rest/services/${serviceName}/${endings[type]}`;
}

/** Adds the item of a new service, in the same transaction. */
export async function addServiceItem(
  context: Pick<PortalContext, 'publicUrl' | 'portal' | 'now'>,
  transaction: Database,
  item: ServiceItem,
  { layers, extent, credits = '' }: CreatedService,
): Promise<void> {
  const { type = 'Feature Service' } = item;
  await addPreparedItem({ database: transaction, now: context.now }, item.owner, {
    id: item.id,
    type,
    title: item.title,
    name: item.serviceName,
    url: serviceUrl(context, item.serviceName, type),
    snippet: item.snippet,
    description: item.description,
    tags: item.tags,
    type_keywords: [...keywords(type, layers.length), ...(item.isView ? ['View Service'] : [])],
    access_information: item.accessInformation || credits,
    license_info: item.licenseInfo,
    folder_id: item.folderId,
    size: item.size,
    ...extent,
    ...item.others,
  });
}

/**
 * Records that the service of an item has new data. @throws MappingError when the item has been deleted
 * meanwhile
 */
export async function renewServiceItem(
  { now }: Pick<PortalContext, 'now'>,
  transaction: Database,
  itemId: string,
  { layers, extent }: CreatedService,
  size: number,
): Promise<void> {
  const item = await findItem(transaction, itemId);
  if (!item) {
    throw arcgisError('portal:item-not-found', {
      message: 'The item of the service has been deleted meanwhile.',
    });
  }
  await updateItem(transaction, itemId, {
    type_keywords: [
      ...keywords(item.type as ServiceKind, layers.length),
      ...item.type_keywords.filter((keyword) => !generated.has(keyword)),
    ],
    modified_at: now(),
    size,
    ...(extent ?? { west: null, south: null, east: null, north: null }),
  });
}

/** Type keywords of services with one layer and with several; others are a user's own. */
const generated = new Set(
  [1, 2].flatMap((count) => [
    ...keywords('Feature Service', count),
    ...keywords('Vector Tile Service', count),
  ]),
);

/** Type keywords by which ArcGIS clients recognise a hosted layer. */
function keywords(type: ServiceKind, layerCount: number): string[] {
  if (type === 'Vector Tile Service')
    return ['ArcGIS Server', 'Data', 'Hosted Service', 'Map Service', 'Service', 'Vector Tile Service'];
  const layers = layerCount === 1 ? 'Singlelayer' : 'Multilayer';
  return ['ArcGIS Server', 'Data', 'Feature Access', 'Feature Service', 'Hosted Service', layers, 'Service'];
}

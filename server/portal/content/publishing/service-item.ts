import type { Database } from '../../../platform/database/connect.ts';
import { arcgisError } from '../../../platform/http/arcgis-error.ts';
import type { CreatedService } from '../../hosting.ts';
import type { PortalContext } from '../../operation.ts';
import { addItem } from '../items/create-item.ts';
import type { ItemFields } from '../items/item-input.ts';
import { findItem, updateItem } from '../items/item-store.ts';

/** The item of a future hosted service. */
export interface ServiceItem {
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
): string {
  const organisation = portal.urlKey === null ? '' : `/${portal.urlKey}`;
  return `${publicUrl}/server${organisation}/rest/services/${serviceName}/FeatureServer`;
}

/** Adds the item of a new service, in the same transaction. */
export async function addServiceItem(
  context: Pick<PortalContext, 'publicUrl' | 'portal' | 'now'>,
  transaction: Database,
  item: ServiceItem,
  { layers, extent }: CreatedService,
): Promise<void> {
  await addItem({ database: transaction, now: context.now }, item.owner, {
    id: item.id,
    type: 'Feature Service',
    title: item.title,
    name: item.serviceName,
    url: serviceUrl(context, item.serviceName),
    snippet: item.snippet,
    description: item.description,
    tags: item.tags,
    type_keywords: [...keywords(layers.length), ...(item.isView ? ['View Service'] : [])],
    access_information: item.accessInformation,
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
      ...keywords(layers.length),
      ...item.type_keywords.filter((keyword) => !generated.has(keyword)),
    ],
    modified_at: now(),
    size,
    ...(extent ?? { west: null, south: null, east: null, north: null }),
  });
}

/** Type keywords of services with one layer and with several; others are a user's own. */
const generated = new Set([...keywords(1), ...keywords(2)]);

/** Type keywords by which ArcGIS clients recognise a hosted feature layer. */
function keywords(layerCount: number): string[] {
  const layers = layerCount === 1 ? 'Singlelayer' : 'Multilayer';
  return ['ArcGIS Server', 'Data', 'Feature Access', 'Feature Service', 'Hosted Service', layers, 'Service'];
}

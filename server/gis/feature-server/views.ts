import { findToken } from '../../platform/arcgis/read-request.ts';
import { findReadable } from '../storage/service-list-store.ts';
import { findViewLayers } from '../storage/view-store.ts';
import type { OperationResponse, ServiceCall } from './context.ts';
import { currentVersion } from './layer-json.ts';

/** A layer at the other end: of a view, or one that a view shows. */
interface OtherLayer {
  serviceName: string;
  orgId: string;
  itemId: string | null;
  layerId: number;
  /** The layer of the called service. */
  ownId: number;
}

/** `…/FeatureServer/sources`: the layers that a view shows, of the services that the caller may read. */
export async function describeSources(call: ServiceCall): Promise<OperationResponse> {
  const others = call.layers.flatMap(({ source, layerId, service }) =>
    source
      ? [
          {
            serviceName: source.serviceName,
            orgId: service.orgId,
            itemId: source.itemId,
            layerId: source.layerId,
            ownId: layerId,
          },
        ]
      : [],
  );
  const visible = await readable(call, others);
  return {
    currentVersion,
    services: servicesOf(call, visible),
    layers: visible.map(({ serviceName, itemId, layerId, ownId }) => ({
      id: ownId,
      sourceLayerId: layerId,
      sourceServiceName: serviceName,
      serviceItemId: itemId,
      url: `${addressOf(call, serviceName)}/${layerId}`,
    })),
  };
}

/** `…/FeatureServer/views`: the views that show features of a service, of those that the caller may read. */
export async function describeViews(call: ServiceCall): Promise<OperationResponse> {
  const layers = await findViewLayers(call.context.database, call.service.id);
  const visible = await readable(
    call,
    layers.map((layer) => ({ ...layer, ownId: layer.sourceLayerId })),
  );
  return {
    currentVersion,
    views: servicesOf(call, visible),
    layers: visible.map(({ serviceName, itemId, layerId, ownId }) => ({
      id: ownId,
      viewLayerId: layerId,
      viewServiceName: serviceName,
      serviceItemId: itemId,
      url: `${addressOf(call, serviceName)}/${layerId}`,
    })),
  };
}

async function readable(
  { context, parameters, request }: ServiceCall,
  others: readonly OtherLayer[],
): Promise<OtherLayer[]> {
  const token = findToken(parameters, request.headers);
  const condition = await context.readable?.(token);
  if (!condition) return [];
  const seen = await findReadable(context.database, others, condition);
  return others.filter(({ orgId, serviceName }) => seen(orgId, serviceName));
}

function servicesOf(call: ServiceCall, layers: readonly OtherLayer[]): object[] {
  return [...Map.groupBy(layers, ({ serviceName }) => serviceName)].map(([name, members]) => ({
    name,
    type: 'FeatureServer',
    serviceItemId: members[0]?.itemId ?? null,
    url: addressOf(call, name),
    layers: members.map(({ layerId: id }) => ({ id })),
  }));
}

function addressOf({ context, request }: ServiceCall, serviceName: string): string {
  const prefix = request.url.slice(0, request.url.toLowerCase().indexOf('/rest/services'));
  return `${context.publicUrl}${prefix}/rest/services/${serviceName}/FeatureServer`;
}

import type { FeatureService, HostedPoints } from './content.ts';
import type { Answer, Exchange } from './exchange.ts';
import { forward } from './forward.ts';

interface ViewLayer {
  adminLayerInfo?: { viewLayerDefinition?: { sourceServiceName?: string } };
}

/**
 * The service of which `addToDefinition` adds a view; undefined: it adds other layers.
 * https://developers.arcgis.com/rest/services-reference/online/add-to-definition-feature-service/
 */
export function sourceOf(
  { parameters }: Exchange,
  hosted: readonly HostedPoints[],
): HostedPoints | undefined {
  const { layers = [], tables = [] } = JSON.parse(parameters.get('addToDefinition') ?? '{}') as {
    layers?: ViewLayer[];
    tables?: ViewLayer[];
  };
  const name = [...layers, ...tables][0]?.adminLayerInfo?.viewLayerDefinition?.sourceServiceName;
  return name === undefined ? undefined : hosted.find((each) => each.name === name && each.forward);
}

/** Makes an empty service a view: the server that answers for its source answers for it from now on. */
export async function addViewOf(
  { forward: source, ...other }: HostedPoints,
  exchange: Exchange,
  service: FeatureService,
  hosted: HostedPoints[],
): Promise<Answer> {
  const { services } = exchange.content;
  const key = [...services].find(([, each]) => each === service)?.[0] ?? '';
  services.delete(key);
  const name = key.split('/').at(-1) ?? '';
  const view = {
    ...source!,
    address: await source!.addView(name, service.description),
    sourceItemId: other.serviceItemId,
  };
  hosted.push({
    orgId: other.orgId,
    name,
    isPublic: false,
    serviceItemId: service.itemId,
    points: [],
    forward: view,
  });
  return forward(exchange, view, { below: 'addToDefinition', itemId: service.itemId, isAdmin: true });
}

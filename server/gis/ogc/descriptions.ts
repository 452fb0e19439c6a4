import type { OperationResponse, LayerCall, ServiceCall } from '../feature-server/context.ts';
import { projectEnvelope, projectorBetween } from '../geometry/project.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readTimeExtent } from '../storage/statistics-store.ts';
import { apiDefinition } from './api-definition.ts';
import { crs84, crsOf, storageCrs } from './crs.ts';
import { type Link, mediaTypes, relations, rootOf, selfLinks } from './links.ts';
import {
  collectionPage,
  collectionsPage,
  conformancePage,
  definitionPage,
  landingPage,
  schemaPage,
} from './pages.ts';
import { respond, refuseParameters, wantsHtml } from './respond.ts';
import { collectionSchema } from './schemas.ts';
import { hasTiles, tilesetsLink, tilingSchemesLink } from './tilesets.ts';

const features = 'http://www.opengis.net/spec/ogcapi-features';
const tiles = 'http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf';
const matrixSets = 'http://www.opengis.net/spec/tms/2.0/conf';
const cql2 = 'http://www.opengis.net/spec/cql2/1.0/conf';

/** Conformance classes, each covered by testing/client/ogc-features, ogc-filters, ogc-changes or ogc-tiles.test.ts. */
export const conformance: readonly string[] = [
  ...['core', 'oas30', 'html', 'geojson'].map((name) => `${features}-1/1.0/conf/${name}`),
  `${features}-2/1.0/conf/crs`,
  ...['queryables', 'queryables-query-parameters', 'filter', 'features-filter'].map(
    (name) => `${features}-3/1.0/conf/${name}`,
  ),
  ...['create-replace-delete', 'update', 'features'].map((name) => `${features}-4/1.0/conf/${name}`),
  ...[
    'cql2-text',
    'cql2-json',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'basic-spatial-functions',
    'basic-spatial-functions-plus',
    'spatial-functions',
    'property-property',
  ].map((name) => `${cql2}/${name}`),
  ...[
    'core',
    'tileset',
    'tilesets-list',
    'dataset-tilesets',
    'geodata-tilesets',
    'collections-selection',
    'mvt',
  ].map((name) => `${tiles}/${name}`),
  ...['tilematrixset', 'tilematrixsetlimits', 'json-tilematrixset', 'json-tilematrixsetlimits'].map(
    (name) => `${matrixSets}/${name}`,
  ),
  ...['tilesetmetadata', 'json-tilesetmetadata'].map((name) => `${matrixSets}/${name}`),
];

/** `/server/ogc/{service}`: the landing page. */
export async function landing(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  const { service } = call;
  const root = rootOf(call);
  const links: Link[] = [
    ...selfLinks(call, wantsHtml(call), mediaTypes.json),
    { rel: 'service-desc', href: `${root}/api`, type: mediaTypes.openapi, title: 'API definition' },
    { rel: 'service-doc', href: `${root}/api?f=html`, type: mediaTypes.html, title: 'API documentation' },
    { rel: 'conformance', href: `${root}/conformance`, type: mediaTypes.json, title: 'Conformance' },
    { rel: 'data', href: `${root}/collections`, type: mediaTypes.json, title: 'Collections' },
    ...(hasTiles(call, call.layers) ? [tilesetsLink(call, ''), tilingSchemesLink(call)] : []),
  ];
  return respond(call, mediaTypes.json, {
    json: () => ({
      title: service.name,
      description: service.description,
      ...(service.copyright && { attribution: service.copyright }),
      links,
    }),
    page: () => landingPage(call, hasTiles(call, call.layers)),
  });
}

export async function conformanceClasses(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  return respond(call, mediaTypes.json, {
    json: () => ({ conformsTo: conformance }),
    page: () => conformancePage(call, conformance),
  });
}

/** `/api`: the API definition (OpenAPI 3.0). */
export async function definition(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  const described = apiDefinition(call);
  return respond(call, mediaTypes.openapi, {
    json: () => described,
    page: () => definitionPage(call, described),
  });
}

export async function collections(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  const { layers } = call;
  const described = await Promise.all(layers.map((layer) => describe(call, layer)));
  const crs = [...new Set(layers.flatMap((layer) => crsOf(layer).map(({ uri }) => uri)))];
  return respond(call, mediaTypes.json, {
    json: () => ({
      links: selfLinks(call, false, mediaTypes.json),
      crs,
      collections: described,
    }),
    page: () => collectionsPage(call, layers),
  });
}

/** `/collections/{id}`. */
export async function collection(call: LayerCall): Promise<OperationResponse> {
  refuseParameters(call);
  const described = await describe(call, call.layer);
  return respond(call, mediaTypes.json, {
    json: () => ({
      ...described,
      links: [...selfLinks(call, false, mediaTypes.json), ...described.links],
    }),
    page: () => collectionPage(call, call.layer, hasTiles(call, [call.layer])),
  });
}

export async function queryables(call: LayerCall): Promise<OperationResponse> {
  return schema(call, 'queryables', 'Queryables');
}

export async function featureSchema(call: LayerCall): Promise<OperationResponse> {
  return schema(call, 'schema', 'Schema');
}

async function schema(
  call: LayerCall,
  kind: 'queryables' | 'schema',
  title: string,
): Promise<OperationResponse> {
  refuseParameters(call);
  const described = collectionSchema(
    call.layer,
    kind,
    `${rootOf(call)}/collections/${call.layer.layerId}/${kind}`,
  );
  return respond(call, mediaTypes.schema, {
    json: () => described,
    page: () => schemaPage(call, call.layer, title, described),
  });
}

/** A collection's description, with links to what is below it. */
async function describe(call: Omit<ServiceCall, 'layers'>, layer: HostedLayer) {
  const address = `${rootOf(call)}/collections/${layer.layerId}`;
  const stored = storageCrs(layer);
  const degrees = layer.extent && projectEnvelope(layer.extent, projectorBetween(layer.wkid, 4326));
  const time = await readTimeExtent(call.context.reader, layer);
  const links: Link[] = [
    { rel: 'items', href: `${address}/items`, type: mediaTypes.geojson, title: `${layer.name} as GeoJSON` },
    { rel: 'items', href: `${address}/items?f=html`, type: mediaTypes.html, title: `${layer.name} as HTML` },
    {
      rel: `${relations}/queryables`,
      href: `${address}/queryables`,
      type: mediaTypes.schema,
      title: 'Queryables',
    },
    { rel: `${relations}/schema`, href: `${address}/schema`, type: mediaTypes.schema, title: 'Schema' },
    ...(hasTiles(call, [layer]) ? [tilesetsLink(call, `/collections/${layer.layerId}`)] : []),
  ];
  return {
    id: String(layer.layerId),
    title: layer.name,
    description: layer.description,
    ...(layer.copyright && { attribution: layer.copyright }),
    itemType: 'feature',
    extent: {
      ...(degrees && {
        spatial: { bbox: [[degrees.xmin, degrees.ymin, degrees.xmax, degrees.ymax]], crs: crs84 },
      }),
      ...(time && {
        temporal: { interval: [time.map((moment) => new Date(moment).toISOString())] },
      }),
    },
    crs: crsOf(layer).map(({ uri }) => uri),
    ...(stored && { storageCrs: stored }),
    links,
  };
}

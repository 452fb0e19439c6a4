import { limits } from '../../limits.ts';
import type { ServiceCall } from '../feature-server/context.ts';
import { mayReadFeatures } from '../feature-server/rights.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { crsOf } from './crs.ts';
import { filterLanguages } from './filter/read-filter.ts';
import { usualLimit } from './items-query.ts';
import { mediaTypes, rootOf } from './links.ts';
import { fieldSchema } from './schemas.ts';
import { tilePaths } from './tile-definition.ts';

const query = (name: string, description: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
  ...more,
});

const text = { type: 'string' };
const numbers = {
  type: 'array',
  oneOf: [
    { minItems: 4, maxItems: 4 },
    { minItems: 6, maxItems: 6 },
  ],
  items: { type: 'number' },
};

/** Parameters of several addresses. */
const shared = {
  f: query('f', 'Format of the response.', { type: 'string', enum: ['json', 'html'] }),
  limit: query('limit', 'Features on a page.', {
    type: 'integer',
    minimum: 1,
    maximum: limits.featurePage,
    default: usualLimit,
  }),
  after: query('after', 'The page after the feature with this id; links to the next page have it.', {
    type: 'integer',
    minimum: 0,
  }),
  bbox: query('bbox', 'Only features that intersect this box.', numbers, { style: 'form', explode: false }),
  datetime: query('datetime', 'Only features at this date and time, or within this interval.', text),
  filter: query('filter', 'Only features for which this CQL2 expression is true.', text),
  'filter-lang': query('filter-lang', 'Language of the filter.', {
    type: 'string',
    enum: [...filterLanguages],
    default: 'cql2-text',
  }),
};

const response = (description: string, type: string, schema: object = { type: 'object' }) => ({
  '200': { description, content: { [type]: { schema }, [mediaTypes.html]: { schema: text } } },
  default: {
    description: 'An error.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
  },
});

const reference = (name: keyof typeof shared) => ({ $ref: `#/components/parameters/${name}` });

/** The API definition of a service: OpenAPI 3.0, with each collection at its own address. */
export function apiDefinition(call: ServiceCall): object {
  const { service, layers } = call;
  const get = (summary: string, type: string, parameters: object[] = []) => ({
    get: {
      summary,
      operationId: summary.replace(/[^A-Za-z0-9]+/g, '-'),
      parameters: [reference('f'), ...parameters],
      responses: response(summary, type),
    },
  });
  const own = layers.flatMap((layer) => {
    const path = `/collections/${layer.layerId}`;
    const name = `${layer.name} (${layer.layerId})`;
    return Object.entries({
      [path]: get(`The collection ${name}`, mediaTypes.json),
      [`${path}/queryables`]: get(`Queryables of ${name}`, mediaTypes.schema),
      [`${path}/schema`]: get(`Schema of ${name}`, mediaTypes.schema),
      [`${path}/items`]: {
        ...get(`Features of ${name}`, mediaTypes.geojson, itemsParameters(layer)),
        ...changes(call, { post: ['Create', `Add a feature to ${name}`] }, [contentCrs(layer)]),
      },
      [`${path}/items/{featureId}`]: {
        ...get(`A feature of ${name}`, mediaTypes.geojson, [featureId, crsParameter('crs', layer)]),
        ...changes(
          call,
          {
            put: ['Update', `Replace a feature of ${name}`],
            patch: ['Update', `Change a feature of ${name}`],
            delete: ['Delete', `Delete a feature of ${name}`],
          },
          [featureId, contentCrs(layer)],
        ),
      },
    });
  });
  return {
    openapi: '3.0.3',
    info: { title: service.name, description: service.description, version: '1.0.0' },
    servers: [{ url: rootOf(call) }],
    paths: {
      '/': get('Landing page', mediaTypes.json),
      '/conformance': get('Conformance classes', mediaTypes.json),
      '/api': get('API definition', mediaTypes.openapi),
      '/collections': get('Collections', mediaTypes.json),
      ...Object.fromEntries(own),
      ...tilePaths(layers.filter((layer) => mayReadFeatures(layer, call.rights))),
    },
    components: {
      parameters: shared,
      schemas: {
        problem: {
          type: 'object',
          required: ['type', 'title', 'status'],
          properties: {
            type: text,
            title: text,
            status: { type: 'integer' },
            detail: text,
          },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        token: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
    security: [{}, { bearer: [] }, { token: [] }],
  };
}

const featureId = { name: 'featureId', in: 'path', required: true, schema: { type: 'integer' } };

/** The methods that change features, as far as the service allows them. */
function changes(
  { service }: ServiceCall,
  methods: Record<string, [capability: string, summary: string]>,
  parameters: object[],
): object {
  const allowed = Object.entries(methods).filter(([, [capability]]) =>
    service.capabilities.includes(capability),
  );
  return Object.fromEntries(
    allowed.map(([method, [, summary]]) => {
      const type = method === 'patch' ? mediaTypes.mergePatch : mediaTypes.geojson;
      const { default: error } = response(summary, type);
      return [
        method,
        {
          summary,
          operationId: summary.replace(/[^A-Za-z0-9]+/g, '-'),
          parameters,
          ...(method !== 'delete' && {
            requestBody: { required: true, content: { [type]: { schema: { type: 'object' } } } },
          }),
          responses: { [method === 'post' ? '201' : '204']: { description: summary }, default: error },
        },
      ];
    }),
  );
}

function contentCrs(layer: HostedLayer): object {
  return {
    name: 'Content-Crs',
    in: 'header',
    description: 'Coordinate reference system of the geometry in the request.',
    required: false,
    schema: { type: 'string', enum: crsOf(layer).map(({ uri }) => `<${uri}>`) },
  };
}

function itemsParameters(layer: HostedLayer): object[] {
  const names = ['limit', 'after', 'bbox', 'datetime', 'filter', 'filter-lang'] as const;
  const taken = new Set(['f', 'token', 'crs', 'bbox-crs', 'filter-crs', ...names]);
  return [
    ...names.map(reference),
    ...(['crs', 'bbox-crs', 'filter-crs'] as const).map((name) => crsParameter(name, layer)),
    ...layer.fields
      .filter(({ name }) => !taken.has(name.toLowerCase()))
      .map((field) =>
        query(field.name, `Only features with this value of ${field.name}.`, fieldSchema(field)),
      ),
  ];
}

function crsParameter(name: string, layer: HostedLayer): object {
  const uris = crsOf(layer).map(({ uri }) => uri);
  const schema = { type: 'string', format: 'uri', enum: uris, default: uris[0] };
  const of = name === 'crs' ? 'the response' : name === 'bbox-crs' ? 'the box' : 'geometries in the filter';
  return query(name, `Coordinate reference system of ${of}.`, schema);
}

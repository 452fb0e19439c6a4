import type { HostedLayer } from '../layer/layer.ts';
import { deepestZoom } from '../vector-tiles/tiles/read-tile.ts';
import { mediaTypes } from './links.ts';
import { matrixSetId } from './tile-matrix-set.ts';

const number = (name: string, description: string, more: object = {}) => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: { type: 'integer', minimum: 0, ...more },
});

const address = [
  number('tileMatrix', 'Tile matrix: the zoom level.', { maximum: deepestZoom }),
  number('tileRow', 'Row, counted from the north.'),
  number('tileCol', 'Column, counted from the west.'),
];

const collections = {
  name: 'collections',
  in: 'query',
  description: 'Only these collections.',
  required: false,
  style: 'form',
  explode: false,
  schema: { type: 'array', items: { type: 'string' } },
};

const format = (...values: string[]) => ({
  name: 'f',
  in: 'query',
  description: 'Format of the response.',
  required: false,
  schema: { type: 'string', enum: values },
});

const problem = {
  description: 'An error.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/problem' } } },
};

const get = (operationId: string, summary: string, type: string, parameters: object[]) => ({
  get: {
    summary,
    operationId,
    parameters,
    responses: {
      '200': { description: summary, content: { [type]: {} } },
      ...(type === mediaTypes.mvt && { '204': { description: 'The tile is empty.' } }),
      default: problem,
    },
  },
});

/** The addresses of tiles in the API definition: of a service, and of each of its collections with geometry. */
export function tilePaths(layers: readonly HostedLayer[]): Record<string, { get: object }> {
  const spatial = layers.filter(({ geometryType }) => geometryType !== null);
  if (spatial.length === 0) return {};
  const sets = '/tileMatrixSets';
  return {
    [sets]: get('getTileMatrixSetsList', 'Tile matrix sets', mediaTypes.json, [format('json', 'html')]),
    [`${sets}/${matrixSetId}`]: get(
      'getTileMatrixSet',
      `The tile matrix set ${matrixSetId}`,
      mediaTypes.json,
      [format('json', 'html')],
    ),
    ...below('', 'dataset.vector', 'all collections', [collections]),
    ...Object.assign(
      {},
      ...spatial.map(({ layerId, name }) =>
        below(`/collections/${layerId}`, `collection-${layerId}.vector`, `${name} (${layerId})`, []),
      ),
    ),
  };
}

function below(path: string, id: string, of: string, more: object[]): Record<string, { get: object }> {
  const tileset = `${path}/tiles/${matrixSetId}`;
  return {
    [`${path}/tiles`]: get(`${id}.getTileSetsList`, `Tilesets of ${of}`, mediaTypes.json, [
      format('json', 'html'),
    ]),
    [tileset]: get(`${id}.getTileSet`, `Vector tiles of ${of}`, mediaTypes.json, [
      format('json', 'tilejson', 'html'),
      ...more,
    ]),
    [`${tileset}/{tileMatrix}/{tileRow}/{tileCol}`]: get(
      `${id}.getTile`,
      `A vector tile of ${of}`,
      mediaTypes.mvt,
      [...address, format('mvt'), ...more],
    ),
  };
}

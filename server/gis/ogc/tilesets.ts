import { MappingError } from '../../../wire/errors.ts';
import type { OperationResponse, LayerCall, ServiceCall } from '../feature-server/context.ts';
import { mayReadFeatures } from '../feature-server/rights.ts';
import { projectEnvelope, projectorBetween } from '../geometry/project.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import type { Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { classProperty } from '../vector-tiles/hosted/drawing/hosted-style.ts';
import { extentOf, type TiledService, tiledService } from '../vector-tiles/hosted/hosted-tiles.ts';
import { readLabels, shownFields } from '../vector-tiles/hosted/drawing/read-drawing.ts';
import { deepestZoom } from '../vector-tiles/tiles/read-tile.ts';
import { crs84, invalidParameter } from './crs.ts';
import { type Link, mediaTypes, relations, rootOf, sameRequest, selfLinks } from './links.ts';
import { respond, refuseParameters } from './respond.ts';
import { fieldSchema } from './schemas.ts';
import { tileMatrixSetPage, tileMatrixSetsPage, tilesetPage, tilesetsPage } from './tile-pages.ts';
import { matrixLimits, matrixSetId, matrixSetUri, mercator, webMercatorQuad } from './tile-matrix-set.ts';

/** What the resources of tiles share. */
interface Tiled {
  call: Omit<ServiceCall, 'layers'>;
  tiled: TiledService;
  /** Above the tilesets, below the landing page; `layer` is its collection, if it is one's. */
  path: string;
  layer?: HostedLayer;
  title: string;
  description: string;
}

function ofService(call: ServiceCall, wanted?: ReadonlySet<number>): Tiled {
  const readable = call.layers.filter((layer) => mayReadFeatures(layer, call.rights));
  const { name, description } = call.service;
  return withTiles({
    call,
    tiled: tiledService(call, readable, wanted),
    path: '',
    title: name,
    description,
  });
}

function ofLayer(call: LayerCall): Tiled {
  const { layer } = call;
  const { layerId, name, description } = layer;
  return withTiles({
    call,
    tiled: tiledService({ service: call.service, layers: [layer] }, [layer]),
    path: `/collections/${layerId}`,
    layer,
    title: name,
    description,
  });
}

function withTiles(found: Tiled): Tiled {
  if (found.tiled.layers.length > 0) return found;
  throw new MappingError('ogc:no-tiles', 'There are no tiles: nothing here has geometry.', { status: 404 });
}

/** The links of a resource that has tiles. @param path the service's (empty) or the collection's */
export function tilesetsLink(call: Pick<ServiceCall, 'context' | 'request'>, path: string): Link {
  return {
    rel: `${relations}/tilesets-vector`,
    href: `${rootOf(call)}${path}/tiles`,
    type: mediaTypes.json,
    title: 'Vector tiles',
  };
}

/** `/tileMatrixSets`. */
export async function tileMatrixSets(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  const { id, title, uri, crs } = webMercatorQuad;
  const link = { rel: 'self', href: tilingScheme(call).href, type: mediaTypes.json };
  return respond(call, mediaTypes.json, {
    json: () => ({
      tileMatrixSets: [{ id, title, uri, crs, links: [link] }],
      links: selfLinks(call, false, mediaTypes.json),
    }),
    page: () => tileMatrixSetsPage(call),
  });
}

/** `/tileMatrixSets/WebMercatorQuad`. */
export async function tileMatrixSet(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  return respond(call, mediaTypes.json, {
    json: () => webMercatorQuad,
    page: () => tileMatrixSetPage(call),
  });
}

export async function serviceTilesets(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters(call);
  return tilesets(ofService(call));
}

export async function layerTilesets(call: LayerCall): Promise<OperationResponse> {
  refuseParameters(call);
  return tilesets(ofLayer(call));
}

/** `/tiles/WebMercatorQuad`; `collections` names the layers to include. */
export async function serviceTileset(call: ServiceCall): Promise<OperationResponse> {
  refuseParameters({ parameters: call.parameters.with({ collections: '' }) });
  return tileset(ofService(call, readCollections(call.parameters.text('collections'))));
}

export async function layerTileset(call: LayerCall): Promise<OperationResponse> {
  refuseParameters(call);
  return tileset(ofLayer(call));
}

/**
 * Reads `collections`, the ids of collections that tiles include.
 * @throws MappingError `ogc:invalid-parameter` (400)
 */
export function readCollections(text: string | undefined): ReadonlySet<number> | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}(,\d{1,9}){0,999}$/.test(text))
    throw invalidParameter('collections', 'Expected ids of collections, separated by commas.');
  return new Set(text.split(',').map(Number));
}

/** `/tiles`: the tilesets, one for each tile matrix set. */
async function tilesets({ call, path, layer, title }: Tiled): Promise<OperationResponse> {
  const address = `${rootOf(call)}${path}/tiles/${matrixSetId}`;
  return respond(call, mediaTypes.json, {
    json: () => ({
      links: selfLinks(call, false, mediaTypes.json),
      tilesets: [
        {
          title,
          ...tilesetKind,
          links: [{ rel: 'self', href: address, type: mediaTypes.json }, tilingScheme(call)],
        },
      ],
    }),
    page: () => tilesetsPage(call, path, layer),
  });
}

const tilesetKind = { dataType: 'vector', crs: mercator, tileMatrixSetURI: matrixSetUri };

function tilingScheme(call: Pick<ServiceCall, 'context' | 'request'>): Link {
  const href = `${rootOf(call)}/tileMatrixSets/${matrixSetId}`;
  return { rel: `${relations}/tiling-scheme`, href, type: mediaTypes.json };
}

/** A tileset's metadata, as the OGC's JSON, as TileJSON (`f=tilejson`) or as a page. */
async function tileset(about: Tiled): Promise<OperationResponse> {
  const { call } = about;
  if (call.parameters.text('f')?.toLowerCase() === 'tilejson') {
    const own = { ...call, parameters: call.parameters.with({ f: 'json' }) };
    return respond(own, mediaTypes.tilejson, { json: () => tileJson(about), page: () => '' });
  }
  return respond(call, mediaTypes.json, {
    json: () => tilesetJson(about),
    page: () => tilesetPage(call, { ...about, template: templateOf(about, namesOfOgc) }),
  });
}

/** The variables of tile addresses, as the OGC and TileJSON name them. */
const namesOfOgc = '{tileMatrix}/{tileRow}/{tileCol}';
const namesOfTileJson = '{z}/{y}/{x}';

function templateOf({ call, path }: Tiled, variables: string): string {
  const wanted = call.parameters.text('collections');
  const query = wanted === undefined ? '' : `&collections=${wanted}`;
  return `${rootOf(call)}${path}/tiles/${matrixSetId}/${variables}?f=mvt${query}`;
}

function tilesetJson(about: Tiled): object {
  const { call, tiled, title, description } = about;
  const extent = extentOf(tiled.layers.map(({ layer }) => layer));
  const degrees = extent && projectEnvelope(extent, projectorBetween(3857, 4326));
  return {
    title,
    ...(description && { description }),
    ...attributionOf(tiled),
    ...tilesetKind,
    tileMatrixSetLimits: matrixLimits(extent),
    ...(degrees && {
      boundingBox: {
        lowerLeft: [degrees.xmin, degrees.ymin],
        upperRight: [degrees.xmax, degrees.ymax],
        crs: crs84,
      },
    }),
    layers: tiled.layers.map(({ name, layer }) => ({
      id: name,
      title: layer.name,
      ...(layer.description && { description: layer.description }),
      dataType: 'vector',
      ...(layer.geometryType && { geometryDimension: dimensions[layer.geometryType] }),
      minTileMatrix: '0',
      maxTileMatrix: String(deepestZoom),
      propertiesSchema: {
        type: 'object',
        properties: {
          [classProperty]: { type: 'integer', title: 'Class of the renderer' },
          ...Object.fromEntries(
            shownFields(layer, readLabels(layer)).map((field) => [field.name, valueSchema(field)]),
          ),
        },
      },
      links: [
        {
          rel: `${relations}/geodata`,
          href: `${rootOf(call)}/collections/${layer.layerId}`,
          type: mediaTypes.json,
        },
      ],
    })),
    links: [
      ...selfLinks(call, false, mediaTypes.json),
      tilingScheme(call),
      { rel: 'item', href: templateOf(about, namesOfOgc), type: mediaTypes.mvt, templated: true },
      { rel: 'describedby', href: sameRequest(call, { f: 'tilejson' }), type: mediaTypes.tilejson },
    ],
  };
}

const dimensions: Readonly<Record<EsriGeometryType, 0 | 1 | 2>> = {
  esriGeometryPoint: 0,
  esriGeometryMultipoint: 0,
  esriGeometryPolyline: 1,
  esriGeometryPolygon: 2,
};

/** Dates in tiles are epoch milliseconds. */
function valueSchema(field: Field): object {
  const schema = fieldSchema(field);
  if (field.type !== 'esriFieldTypeDate') return schema;
  const { format: _text, ...rest } = schema as { format?: string };
  return { ...rest, type: 'integer', description: 'Milliseconds since 1970-01-01T00:00:00Z.' };
}

function attributionOf({ service, layers }: TiledService): { attribution?: string } {
  const all = new Set([service.copyright, ...layers.map(({ layer }) => layer.copyright)]);
  const attribution = [...all].filter((text) => text !== '').join('; ');
  return attribution === '' ? {} : { attribution };
}

/** TileJSON 3.0, by which MapLibre and others open a tileset. */
function tileJson(about: Tiled): object {
  const { tiled, title, description } = about;
  const extent = extentOf(tiled.layers.map(({ layer }) => layer));
  const degrees = extent && projectEnvelope(extent, projectorBetween(3857, 4326));
  return {
    tilejson: '3.0.0',
    name: title,
    ...(description && { description }),
    ...attributionOf(tiled),
    scheme: 'xyz',
    tiles: [templateOf(about, namesOfTileJson)],
    minzoom: 0,
    maxzoom: deepestZoom,
    ...(degrees && { bounds: [degrees.xmin, degrees.ymin, degrees.xmax, degrees.ymax] }),
    vector_layers: tiled.layers.map(({ name, layer }) => ({
      id: name,
      description: layer.description,
      minzoom: 0,
      maxzoom: deepestZoom,
      fields: Object.fromEntries([
        [classProperty, 'Number'],
        ...shownFields(layer, readLabels(layer)).map((field) => [field.name, kindOf(field)]),
      ]),
    })),
  };
}

function kindOf(field: Field): string {
  const { type } = valueSchema(field) as { type: string };
  return type === 'string' ? 'String' : 'Number';
}

/** Whether a page about the service or a collection links its tiles. */
export function hasTiles(call: Pick<ServiceCall, 'rights'>, layers: ServiceCall['layers']): boolean {
  return layers.some((layer) => layer.geometryType !== null && mayReadFeatures(layer, call.rights));
}

/** The link from the landing page to the tile matrix sets. */
export function tilingSchemesLink(call: ServiceCall): Link {
  const href = `${rootOf(call)}/tileMatrixSets`;
  return { rel: `${relations}/tiling-schemes`, href, type: mediaTypes.json, title: 'Tile matrix sets' };
}

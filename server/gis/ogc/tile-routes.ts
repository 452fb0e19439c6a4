import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { invalidParameter } from './crs.ts';
import { mediaTypes } from './links.ts';
import { refuseParameters, withHttpErrors } from './respond.ts';
import { isWithin, matrixSetId } from './tile-matrix-set.ts';
import { readCollections } from './tilesets.ts';
import { addVary, encodedPerCaller } from '../../platform/http/responses/compress-response.ts';
import { findHostedPart, type HostedTileOptions } from '../vector-tiles/hosted/find-hosted.ts';
import type { HostedTiles } from '../vector-tiles/hosted/hosted-tiles.ts';
import { isKnown, sendCached } from '../vector-tiles/send-cached.ts';
import { deepestZoom, type TileAddress } from '../vector-tiles/tiles/read-tile.ts';

const roots = ['/server/ogc/:name', '/server/:org/ogc/:name'];
/** Tiles, glyphs and pictures, which have the headers of data. */
export const isData = { config: { isData: true as const } };
const tile = `/tiles/${matrixSetId}/:z/:y/:x`;

/** The tiles of OGC API – Tiles: those of the vector tile services, with the same access. */
export function ogcTileRoutes(app: FastifyInstance, hosted: HostedTileOptions, tiles: HostedTiles): void {
  const handler = withHttpErrors((request, reply) => sendTile(hosted, tiles, request, reply));
  for (const root of roots) {
    app.get(`${root}${tile}`, isData, handler);
    app.get(`${root}/collections/:layer(^\\d{1,9}$)${tile}`, isData, handler);
  }
}

async function sendTile(
  hosted: HostedTileOptions,
  tiles: HostedTiles,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const parameters = new Parameters(request.query);
  const { layer, ...parts } = request.params as { layer?: string; z: string; y: string; x: string };
  const wanted = layer === undefined ? readWanted(parameters) : new Set([Number(layer)]);
  const found = await findHostedPart(hosted, tiles, request, parameters, wanted);
  refuseParameters({
    parameters: layer === undefined ? parameters.with({ collections: '' }) : parameters,
  });
  readFormat(parameters);
  const address = readAddress(parts);
  const { cacheControl = 'private, no-cache' } = found;
  addVary(reply, encodedPerCaller);
  const etag = found.tileTag?.(address);
  if (etag !== undefined && isKnown(request, etag))
    return reply.status(304).header('etag', etag).header('cache-control', cacheControl).send();
  const made = await found.tile(address);
  if (!made) {
    if (!isWithin(address, await found.extent())) throw noTile();
    return reply.status(204).header('cache-control', cacheControl).send();
  }
  const { data: body, gzip } = made;
  return sendCached(request, reply, { body, type: mediaTypes.mvt, gzip, etag: made.etag, cacheControl });
}

function readWanted(parameters: Parameters): ReadonlySet<number> | undefined {
  return readCollections(parameters.text('collections'));
}

function readFormat(parameters: Parameters): void {
  const format = parameters.text('f')?.toLowerCase();
  if (format !== undefined && format !== 'mvt') throw invalidParameter('f', 'Expected mvt.');
}

/** @throws MappingError 400 when malformed, 404 outside the tile matrix set */
function readAddress(parts: { z: string; y: string; x: string }): TileAddress {
  for (const [name, text] of [
    ['tileMatrix', parts.z],
    ['tileRow', parts.y],
    ['tileCol', parts.x],
  ] as const)
    if (!/^\d{1,8}$/.test(text)) throw invalidParameter(name, 'Expected a number.');
  const address = { z: Number(parts.z), x: Number(parts.x), y: Number(parts.y) };
  const size = 2 ** address.z;
  if (address.z > deepestZoom || address.x >= size || address.y >= size) throw noTile();
  return address;
}

function noTile(): MappingError {
  return new MappingError('ogc:no-such-tile', 'There is no such tile in this tileset.', { status: 404 });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { formatOf, jsonFormats, writeJson } from '../../platform/arcgis/json-response.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { readArcgisRequest } from '../../platform/arcgis/read-request.ts';
import { listServiceIds } from '../storage/service-store.ts';
import { archiveService, type VectorTileService } from '../vector-tiles/archive/archive-service.ts';
import { openArchive } from '../vector-tiles/archive/open-archive.ts';
import { readFontFile } from '../vector-tiles/font-files.ts';
import { chooseFont, listGlyphs, readGlyphRange, readGlyphs } from '../vector-tiles/glyphs.ts';
import { findHosted, type HostedTileOptions } from '../vector-tiles/hosted/find-hosted.ts';
import { hostedTiles } from '../vector-tiles/hosted/hosted-tiles.ts';
import { storedTiles } from '../vector-tiles/hosted/stored-tiles.ts';
import type { TileThreadSettings } from '../vector-tiles/hosted/tile-thread.ts';
import { tileThreads } from '../vector-tiles/hosted/tile-threads.ts';
import { isData, ogcTileRoutes } from '../ogc/tile-routes.ts';
import { enlargeTile } from '../vector-tiles/published/enlarge-tile.ts';
import { publishedTiles } from '../vector-tiles/published/published-tiles.ts';
import { isKnown, longCache, sendCached, shortCache } from '../vector-tiles/send-cached.ts';
import type { ServedService } from '../vector-tiles/service-description.ts';
import { readTilemapAddress, tilemap } from '../vector-tiles/tilemap.ts';
import { type EnlargeTile, readTileAddress, tileReader } from '../vector-tiles/tiles/read-tile.ts';

export interface VectorTileOptions {
  services: VectorTileService[];
  /** Also serves hosted layers as tiles, except those with the name of an archive. */
  hosted?: HostedTileOptions;
}

type Params<Names extends string> = { Params: Record<Names, string> };

const roots = ['/server', '/server/:org'].map((base) => `${base}/rest/services/:name/VectorTileServer`);
/** Forms are small: tiles accept no uploads. */
const limit = { fields: limits.requestBodyBytes, files: limits.requestBodyBytes };
const json = 'application/json; charset=utf-8';
const spriteFile = /^sprite(@2x)?\.(json|png)$/;

/** The files below `resources`, which clients copy to take a style offline. */
async function resourceFiles(): Promise<string[]> {
  const sprites = ['', '@2x'].flatMap((density) => [`sprite${density}.json`, `sprite${density}.png`]);
  const fonts = await listGlyphs();
  return [
    'styles/root.json',
    ...sprites.map((file) => `sprites/${file}`),
    ...fonts.map((file) => `fonts/${file}`),
  ];
}

/** What threads need, and can be given. */
function settingsOf({ databaseUrl, replica }: HostedTileOptions): TileThreadSettings {
  return { databaseUrl, replica };
}

/** Plugin with the vector tile services and the fonts of the SDK's text symbols. */
export function vectorTileRoutes({ services, hosted }: VectorTileOptions) {
  return async function routes(app: FastifyInstance): Promise<void> {
    const archives = new Map(services.map(({ archivePath }) => [archivePath, openArchive(archivePath)]));
    const threads = hosted && tileThreads(settingsOf(hosted));
    const enlarge: EnlargeTile = async (parent, address) =>
      threads ? threads.make({ parent, address }) : Buffer.from(enlargeTile(parent, address));
    const readers = new Map(
      [...archives].map(([path, archive]) => [path, tileReader(archive, path, enlarge)]),
    );
    const fromArchives = new Map(
      services.flatMap((service) => {
        const read = readers.get(service.archivePath);
        return read ? [[service.name, archiveService(service, read)] as const] : [];
      }),
    );
    const stored = hosted?.folder === undefined ? undefined : storedTiles(hosted.folder);
    const tiles = threads && hostedTiles(threads, stored);
    const published = threads && publishedTiles(hosted.database, threads);
    if (hosted && stored) await stored.keepOnly(await listServiceIds(hosted.database));
    app.addHook('onClose', async () => {
      await Promise.all([...archives.values()].map((archive) => archive.close()));
      await tiles?.close();
    });

    const find = async (
      request: FastifyRequest<{ Params: { name: string; org?: string } }>,
      parameters = new Parameters(request.query),
    ): Promise<ServedService> => {
      const { name } = request.params;
      const served =
        fromArchives.get(name) ??
        (tiles &&
          published &&
          (await findHosted(
            hosted,
            { cut: tiles, published },
            request as FastifyRequest,
            request.params,
            parameters,
          )));
      if (served) return served;
      throw new MappingError('services:not-found', `There is no vector tile service named ${name}.`, {
        status: 404,
      });
    };

    const sendGlyphs = async (request: FastifyRequest<Params<'font' | 'range'>>, reply: FastifyReply) => {
      const range = readGlyphRange(request.params.range);
      const body = await readGlyphs(chooseFont(request.params.font), range);
      return sendCached(request, reply, { body, type: 'application/x-protobuf', gzip: true });
    };
    for (const root of roots) {
      /** JSON about a service, which clients request by GET or POST. */
      const describe = <Names extends string>(
        url: string,
        present: (served: ServedService, path: Record<Names, string>) => object | Promise<object>,
      ) =>
        app.route<Params<'name' | Names>>({
          method: ['GET', 'POST'],
          url: `${root}${url}`,
          handler: async (request, reply) => {
            const { parameters } = await readArcgisRequest(request as FastifyRequest, {
              limit,
              sender: async () => undefined,
            });
            const format = formatOf(parameters, jsonFormats);
            const served = await find(request as FastifyRequest<Params<'name'>>, parameters);
            const body = await present(served, request.params as Record<Names, string>);
            reply.header('cache-control', served.cacheControl ?? shortCache).type(json);
            return writeJson(body, format);
          },
        });
      describe('', (served) => served.describe());
      describe('/resources/info', async () => ({ resourceInfo: await resourceFiles() }));
      describe<
        'z' | 'y' | 'x' | 'width' | 'height'
      >('/tilemap/:z/:y/:x/:width/:height', async (served, path) => {
        const address = readTilemapAddress(path);
        return tilemap(address, (await served.describe()).fullExtent);
      });

      // The slash is that of clients which add it to a folder; the router ignores it.
      for (const styles of [`${root}/resources/styles`, `${root}/resources/styles/root.json`])
        app.get<Params<'name'>>(styles, async (request, reply) => {
          const served = await find(request);
          return sendCached(request, reply, {
            body: await served.style(),
            type: json,
            gzip: true,
            cacheControl: served.cacheControl ?? shortCache,
          });
        });

      app.get<Params<'name' | 'z' | 'y' | 'x'>>(`${root}/tile/:z/:y/:x`, isData, async (request, reply) => {
        const address = readTileAddress(request.params);
        const served = await find(request);
        const { cacheControl = longCache } = served;
        const tag = served.tileTag?.(address);
        if (tag !== undefined && isKnown(request, tag))
          return reply.status(304).header('etag', tag).header('cache-control', cacheControl).send();
        const tile = await served.tile(address);
        if (!tile) {
          reply.status(204).header('cache-control', cacheControl);
          return (tag === undefined ? reply : reply.header('etag', tag)).send();
        }
        return sendCached(request, reply, {
          body: tile.data,
          type: 'application/x-protobuf',
          gzip: tile.gzip,
          etag: tile.etag,
          cacheControl,
        });
      });

      app.get<Params<'name' | 'file'>>(`${root}/resources/sprites/:file`, isData, async (request, reply) => {
        const served = await find(request);
        const { file } = request.params;
        if (!spriteFile.test(file))
          throw new MappingError('services:no-such-sprite', 'Sprite not found.', { status: 404 });
        const type = file.endsWith('.png') ? 'image/png' : json;
        return sendCached(request, reply, {
          body: await served.sprite(file),
          type,
          cacheControl: served.cacheControl ?? longCache,
        });
      });

      app.get<Params<'font' | 'range'>>(`${root}/resources/fonts/:font/:range`, isData, sendGlyphs);
    }
    if (tiles) ogcTileRoutes(app, hosted, tiles);
    app.get<Params<'font' | 'range'>>('/server/fonts/:font/:range', isData, sendGlyphs);
    // Scenes draw text with whole fonts.
    app.get<Params<'file'>>('/server/fonts/woff2/:file', isData, async (request, reply) => {
      const body = await readFontFile(request.params.file);
      return sendCached(request, reply, { body, type: 'font/ttf', gzip: true });
    });
  };
}

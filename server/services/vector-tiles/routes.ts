import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { openArchive } from './archive/open-archive.ts';
import { chooseFont, readGlyphRange, readGlyphs } from './glyphs.ts';
import { longCache, sendCached, shortCache } from './send-cached.ts';
import { describeService } from './service-description.ts';
import { buildStyle, type StyleName } from './styles/build-style.ts';
import { readTileAddress } from './tiles/tile-address.ts';
import { tileReader, type TileReader } from './tiles/read-tile.ts';

/** One vector tile service; several may show the same archive in different styles. */
export interface VectorTileService {
  /** Segment of the address: `/server/rest/services/{name}/VectorTileServer`. */
  name: string;
  title: string;
  archivePath: string;
  style: StyleName;
  /** Shown on the map. */
  copyright: string;
}

export interface VectorTileOptions {
  services: VectorTileService[];
}

type Params<Names extends string> = { Params: Record<Names, string> };

const root = '/server/rest/services/:name/VectorTileServer';
const sprites = fileURLToPath(new URL('sprites/', import.meta.url));
const json = 'application/json; charset=utf-8';
const spriteFile = /^sprite(@2x)?\.(json|png)$/;

/** Plugin with the vector tile services and the fonts of the SDK's text symbols (portal-wire §6). */
export function vectorTileRoutes({ services }: VectorTileOptions) {
  return async function routes(app: FastifyInstance): Promise<void> {
    const archives = new Map(services.map(({ archivePath }) => [archivePath, openArchive(archivePath)]));
    const readers = new Map([...archives].map(([path, archive]) => [path, tileReader(archive)]));
    app.addHook(
      'onClose',
      async () => void (await Promise.all([...archives.values()].map((a) => a.close()))),
    );

    const styles = new Map<string, Buffer>();

    const find = (name: string): { service: VectorTileService; read: TileReader } => {
      const service = services.find((candidate) => candidate.name === name);
      const read = service && readers.get(service.archivePath);
      if (service && read) return { service, read };
      throw new MappingError('services:not-found', `There is no vector tile service named ${name}.`, {
        status: 404,
      });
    };

    app.route<Params<'name'> & { Querystring: { f?: string } }>({
      method: ['GET', 'POST'],
      url: root,
      handler: async (request, reply) => {
        const description = describeService(find(request.params.name).service);
        reply.header('cache-control', shortCache).type(json);
        return JSON.stringify(description, null, request.query.f === 'pjson' ? 2 : undefined);
      },
    });

    app.get<Params<'name'>>(`${root}/resources/styles/root.json`, async (request, reply) => {
      const { service } = find(request.params.name);
      let body = styles.get(service.name);
      if (!body) {
        body = gzipSync(JSON.stringify(buildStyle(service.style, describeService(service))));
        styles.set(service.name, body);
      }
      return sendCached(request, reply, { body, type: json, gzip: true, cacheControl: shortCache });
    });

    app.get<Params<'name' | 'z' | 'y' | 'x'>>(`${root}/tile/:z/:y/:x`, async (request, reply) => {
      const { read } = find(request.params.name);
      const tile = await read(readTileAddress(request.params));
      if (!tile) return reply.status(204).header('cache-control', longCache).send();
      return sendCached(request, reply, {
        body: tile.data,
        type: 'application/x-protobuf',
        gzip: tile.gzip,
        etag: tile.etag,
      });
    });

    app.get<Params<'name' | 'file'>>(`${root}/resources/sprites/:file`, async (request, reply) => {
      const { service } = find(request.params.name);
      const { file } = request.params;
      if (!spriteFile.test(file))
        throw new MappingError('services:no-such-sprite', 'There is no such sprite.', { status: 404 });
      const type = file.endsWith('.png') ? 'image/png' : json;
      return sendCached(request, reply, { body: await readFile(`${sprites}${service.style}/${file}`), type });
    });

    const sendGlyphs = async (request: FastifyRequest<Params<'font' | 'range'>>, reply: FastifyReply) => {
      const range = readGlyphRange(request.params.range);
      const body = await readGlyphs(chooseFont(request.params.font), range);
      return sendCached(request, reply, { body, type: 'application/x-protobuf', gzip: true });
    };
    app.get<Params<'font' | 'range'>>(`${root}/resources/fonts/:font/:range`, sendGlyphs);
    app.get<Params<'font' | 'range'>>('/server/fonts/:font/:range', sendGlyphs);
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addVary } from '../../platform/http/compress-answer.ts';
import { pageHeaders, prefersHtml } from '../../platform/http/html-page.ts';
import { limits } from '../../limits.ts';
import { readParameters } from './page-request.ts';
import { directoryPage, tooLargePage } from './pages.ts';
import { featuresOnPage, isQuery } from './query-page.ts';

/** Files, which are sent as they are. */
const files = /\/(attachments\/:|images\/|resources\/|tile\/)/;

/** Parameters that say which features are meant; a query without any of them only shows its form. */
const selecting = ['where', 'objectids', 'uniqueids', 'geometry', 'time', 'fulltext', 'outstatistics'];

/**
 * Answers people with pages: every description and result below `/server[/{org}]/rest/services` that is JSON is shown as HTML
 * when `f=html` asks for it, or when a browser asks and there is no `f`. Programs send `f`, or accept everything, and get JSON.
 */
export function servicesDirectory(app: FastifyInstance): void {
  const pages = new WeakSet<FastifyRequest>();

  app.addHook('preValidation', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    if (request.method !== 'GET' || !/\/rest\/services(\/|$)/.test(url) || files.test(url)) return;
    addVary(reply, ['accept']);
    const given = readParameters(request.query);
    const format = given.get('f')?.toLowerCase();
    if (format === undefined ? !prefersHtml(request.headers.accept) : format !== 'html') return;
    pages.add(request);
    // A page has no version of its own.
    delete request.headers['if-none-match'];
    request.query = { ...Object.fromEntries(given), ...(isQuery(url) && queryDefaults(given)), f: 'json' };
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!pages.has(request) || !isText || !/^application\/(geo\+)?json/.test(type)) return payload;
    for (const name of [
      'etag',
      'content-length',
      'access-control-allow-origin',
      'access-control-allow-credentials',
    ])
      reply.removeHeader(name);
    for (const [name, value] of Object.entries(pageHeaders)) void reply.header(name, value);
    void reply.header('cache-control', 'private, no-cache');
    const text = payload.toString();
    if (text.length > limits.loopBytes) return tooLargePage(request, text.length);
    const json = JSON.parse(text) as Record<string, unknown>;
    const { code } = (json['error'] ?? {}) as { code?: number };
    // Only programs read the code from the body.
    if (code !== undefined) void reply.status(code === 498 || code === 499 ? 401 : code);
    return directoryPage(request, json);
  });
}

/** A page shows few features, and none before the form was sent. */
function queryDefaults(given: ReadonlyMap<string, string>): Record<string, string> {
  const count = Number(given.get('resultrecordcount') ?? featuresOnPage);
  const asks = selecting.some((name) => given.has(name));
  return {
    ...(!asks && { where: '1=0' }),
    ...(!given.has('outfields') && { outfields: '*' }),
    ...(!given.has('returngeometry') && { returngeometry: 'false' }),
    ...(!given.has('outstatistics') && {
      resultrecordcount: String(count > 0 ? Math.min(count, featuresOnPage) : featuresOnPage),
    }),
  };
}

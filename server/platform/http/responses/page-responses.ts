import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../limits.ts';
import { addVary } from './compress-response.ts';
import { html } from '../html.ts';
import { type HtmlPage, layoutPage, pageHeaders, prefersHtml } from '../html-page.ts';
import { formatsOf, type PageRequest } from '../page-request.ts';
import { readParameters } from '../query-parameters.ts';

type Json = Record<string, unknown>;

/** What decides whether a browser gets a page. */
const chosenBy = ['accept'];

/** Which JSON responses have pages, and what these contain. */
export interface ResponsePages {
  /** Whether a route's responses, if they are JSON, have pages. */
  hasPages: (url: string) => boolean;
  /** Parameters that a page adds to those given, by lower-case name. */
  defaults?: (url: string, given: ReadonlyMap<string, string>) => Record<string, string>;
  page: (request: PageRequest, json: Json) => Omit<HtmlPage, 'formats'>;
  crumbs: (request: PageRequest) => HtmlPage['crumbs'];
}

/**
 * Shows JSON responses as HTML pages when `f=html` requests it, or when a browser sends no `f`. Programs send `f`, or accept
 * everything, and get JSON.
 */
export function respondWithPages(
  app: FastifyInstance,
  { hasPages, defaults, page, crumbs }: ResponsePages,
): void {
  const pages = new WeakSet<FastifyRequest>();

  app.addHook('preValidation', (request, reply, done) => {
    readFormat(request, reply);
    done();
  });

  const readFormat = (request: FastifyRequest, reply: FastifyReply) => {
    const { url = '' } = request.routeOptions;
    if (request.method !== 'GET' || !hasPages(url)) return;
    addVary(reply, chosenBy);
    const given = readParameters(request.query);
    const format = given.get('f')?.toLowerCase();
    if (format === undefined ? !prefersHtml(request.headers.accept) : format !== 'html') return;
    pages.add(request);
    // A page has no version of its own.
    delete request.headers['if-none-match'];
    request.query = { ...Object.fromEntries(given), ...defaults?.(url, given), f: 'json' };
  };

  app.addHook('onSend', (request, reply, payload, done) => {
    done(null, pages.has(request) ? asPage(request, reply, payload) : payload);
  });

  const asPage = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const type = String(reply.getHeader('content-type') ?? '');
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !/^application\/(geo\+)?json/.test(type)) return payload;
    for (const name of [
      'etag',
      'content-length',
      'access-control-allow-origin',
      'access-control-allow-credentials',
    ])
      reply.removeHeader(name);
    for (const [name, value] of Object.entries(pageHeaders)) void reply.header(name, value);
    if (reply.getHeader('cache-control') !== 'no-store')
      void reply.header('cache-control', 'private, no-cache');
    const text = payload.toString();
    const formats = formatsOf(request);
    if (text.length > limits.loopTextBytes)
      return layoutPage({ formats, crumbs: crumbs(request), ...tooLarge(text.length) });
    const json = JSON.parse(text === '' ? '{}' : text) as Json;
    const { code } = (json['error'] ?? {}) as { code?: number };
    // Only programs read the code from the body.
    if (code !== undefined) void reply.status(code === 498 || code === 499 ? 401 : code);
    return layoutPage({ formats, ...page(request, json) });
  };
}

/** Shown instead of a response that takes too long to lay out. */
function tooLarge(size: number): Pick<HtmlPage, 'title' | 'main'> {
  const main = html`<p>
    The response has ${Math.round(size / 1_000_000)} MB. Open it as JSON, or ask for less.
  </p>`;
  return { title: 'Large response', main };
}

/** The page of an error. */
export function errorPage(json: Json): Pick<HtmlPage, 'title' | 'main'> {
  const { message = 'Something went wrong', details = [] } = json['error'] as {
    message?: string;
    details?: string[];
  };
  return { title: message, main: details.map((detail) => html`<p>${detail}</p>`) };
}

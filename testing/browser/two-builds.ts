import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that has had two builds of the application. */
export interface TwoBuilds {
  origin: string;
  /** Replaces the first build by the second. */
  update(): void;
  close(): Promise<void>;
}

/** Built scripts, as pages, scripts and the service worker name them. */
const names = /((?:\.\/|\bassets\/)[\w.-]+?)\.js\b/g;
const ending = '.earlier.js';

/** Headers that belong to one connection, or to an unchanged body. */
const own = ['connection', 'content-encoding', 'content-length', 'etag', 'keep-alive', 'transfer-encoding'];
const asked = ['host', 'accept-encoding', 'if-modified-since', 'if-none-match', ...own];

/**
 * Starts a server in front of the tested one (`target`). Until it is updated, its build is an earlier one: the same files, but
 * each script with another name, as after a change that reaches all of them.
 */
export async function serveTwoBuilds(target: string): Promise<TwoBuilds> {
  let isEarlier = true;
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET' } = request;
    const path = isEarlier ? url.replace(ending, '.js') : url;
    const found = await fetch(target + path, {
      method,
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        asked.includes(name) ? [] : [[name, String(value).replaceAll(origin, target)]],
      ),
      ...(!['GET', 'HEAD'].includes(method) && { body: await bodyOf(request) }),
      redirect: 'manual',
    });
    const type = found.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await found.arrayBuffer());
    const isText = /html|javascript|json/.test(type);
    const before = isText ? bytes.toString().replaceAll(target, origin) : '';
    const after = isEarlier && !type.includes('json') ? earlier(before) : before;
    for (const [name, value] of found.headers)
      if (!own.includes(name)) response.setHeader(name, value.replaceAll(target, origin));
    const policy = found.headers.get('content-security-policy');
    if (policy)
      response.setHeader(
        'content-security-policy',
        withScripts(policy.replaceAll(target, origin), bytes.toString(), after),
      );
    response.writeHead(found.status).end(isText ? after : bytes);
  }

  return {
    origin,
    update: () => void (isEarlier = false),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Names of an earlier build in a text; the service worker's page without an organisation has another revision then. */
function earlier(text: string): string {
  return text
    .replace(names, (_name, start: string) => start + ending)
    .replace(/revision:(["'`])[0-9a-f]{64}/, (revision) => revision.slice(0, -1) + '-');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A policy that allows the scripts within a changed page instead of those within the page. */
function withScripts(policy: string, before: string, after: string): string {
  const changed = hashesOf(after);
  return hashesOf(before).reduce(
    (allowed, hash, index) => allowed.replace(hash, changed[index] ?? ''),
    policy,
  );
}

function hashesOf(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) =>
    createHash('sha256').update(text).digest('base64'),
  );
}

import { createReadStream } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pacedLine, type Speed } from './paced-line.ts';
import { packFolder, type PackedFile } from './packed-files.ts';

/** A proxy in front of the product that also serves the baseline page, so that both use the same line. */
export interface Relay {
  origin: string;
  /** Sets the speed of the line; it slows workers' requests as well, which no browser setting does. */
  setSpeed(speed: Speed): void;
  close(): Promise<void>;
}

export interface RelayOptions {
  port: number;
  /** Folder of the baseline page, served below `/bare/`. */
  bareFolder: string;
  /** Target of all other requests. */
  product: () => string;
}

export async function startRelay({ port, bareFolder, product }: RelayOptions): Promise<Relay> {
  const files = await packFolder(bareFolder);
  const line = pacedLine();
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://relay');
    const file = pathname.startsWith('/bare/')
      ? (files.get(pathname.slice(6) || 'index.html') ?? null)
      : undefined;
    const answer =
      file === undefined ? forward(request, response, product(), line) : sendFile(response, file, line);
    answer.catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://localhost:${port}`,
    setSpeed: line.setSpeed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

type Line = ReturnType<typeof pacedLine>;

async function sendFile(response: ServerResponse, file: PackedFile | null, line: Line): Promise<void> {
  await line.answer();
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': file.size,
    // As the product serves its own files.
    'cache-control': path.extname(file.path) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
    ...(file.encoding && { 'content-encoding': file.encoding }),
  });
  await line.send(createReadStream(file.path), response);
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  line: Line,
): Promise<void> {
  const target = new URL(request.url ?? '/', origin);
  const requested = http.request(target, { method: request.method, headers: request.headers, agent });
  request.pipe(requested);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    requested.on('response', resolve);
    requested.on('error', reject);
  });
  await line.answer();
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await line.send(answer, response);
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

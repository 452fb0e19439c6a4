import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect } from 'vitest';

interface Handled {
  request: FastifyRequest;
  reply: FastifyReply;
}

let begun = false;

/** Operations of ArcGIS and OGC clients. */
const counted = /^\/(portal|server)\//;

/** A requested operation, its parameters, and whether it was refused. */
export interface TriedOperation {
  /** File of the test. */
  file: string;
  route: string;
  /** Names of the parameters, in order. */
  parameters: string[];
  /** Code of the error; 0: none. */
  code: number;
  /** The `User-Agent` of the program. */
  agent?: string;
}

/**
 * Appends every operation that the tests of this process try to a file of `folder`, from which
 * `npm run record:clients` makes the numbers in docs/clients.md.
 */
export function recordOperations(folder: string): void {
  // Files of a project share a process.
  if (begun) return;
  begun = true;
  const file = path.join(folder, `${process.pid}.jsonl`);
  subscribe('tracing:fastify.request.handler:start', (message) => {
    const { request, reply } = message as Handled;
    const { url = '' } = request.routeOptions;
    if (!counted.test(url)) return;
    const test = expect.getState().testPath;
    if (test === undefined) return;
    let body = '';
    const { raw } = reply;
    const end = raw.end.bind(raw);
    raw.end = ((chunk?: unknown, ...rest: never[]) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        body = String(Buffer.from(chunk)).slice(0, 200);
      const tried: TriedOperation = {
        file: path.relative(process.cwd(), test),
        route: url.replace('/:org', ''),
        parameters: namesOf(request),
        code: Number(
          /^\{"error":\{"code":(\d+)/.exec(body)?.[1] ?? (raw.statusCode < 400 ? 0 : raw.statusCode),
        ),
        agent: request.headers['user-agent'] ?? '',
      };
      appendFileSync(file, `${JSON.stringify(tried)}\n`);
      return end(chunk as never, ...rest);
    }) as typeof raw.end;
  });
}

const ignored = new Set(['f', 'token']);

function namesOf({ query, body }: FastifyRequest): string[] {
  const sources = [query, body].flatMap((source): string[] => {
    if (typeof source !== 'object' || source === null || source instanceof Uint8Array) return [];
    if (!Array.isArray(source)) return Object.keys(source);
    return (source as unknown[]).flatMap((entry) => (Array.isArray(entry) ? [String(entry[0])] : []));
  });
  return [...new Set(sources)].filter((name) => !ignored.has(name)).toSorted();
}

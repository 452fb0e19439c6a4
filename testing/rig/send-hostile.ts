import { type Agent, type IncomingMessage, request } from 'node:http';
import { type HostileRequest, strangeHost } from './hostile-requests.ts';

/**
 * The result of a request: the status of the response, or the code of an ArcGIS error in it; and its body.
 */
export interface Outcome {
  status: number;
  retryAfter: boolean;
  text: string;
}

const timeout = 60_000;

/** Sends a request unchanged. @throws when there is no response, which no request may cause */
export async function sendHostile(
  origin: string,
  hostile: HostileRequest,
  agent: Agent | false,
): Promise<Outcome | undefined> {
  const { method, path, headers, body } = hostile;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let requested: ReturnType<typeof request>;
    try {
      requested = request({
        hostname,
        port,
        method,
        path,
        headers,
        agent,
        signal: AbortSignal.timeout(timeout),
      });
    } catch {
      // Node's own client does not send everything.
      resolve(undefined);
      return;
    }
    requested.on('error', (cause) => {
      // After some refusals the server closes the connection, which the next request may be using already.
      // (`reusedSocket` is unreliable: it is unset for a request that waited in the agent for a connection.)
      if (agent !== false && cause.name !== 'AbortError') resolve(sendHostile(origin, hostile, false));
      else reject(new Error(`${method} ${path.slice(0, 300)}: ${String(cause)}`, { cause }));
    });
    requested.on('response', (response) => {
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        // It lasts as long as its reader.
        resolve(outcomeOf(response, []));
        response.destroy();
        return;
      }
      response.toArray().then((parts) => resolve(outcomeOf(response, parts as Buffer[])), reject);
    });
    requested.end(body);
  });
}

function outcomeOf(response: IncomingMessage, parts: readonly Buffer[]): Outcome {
  const text = Buffer.concat(parts).toString('latin1', 0, 2000);
  const code = /^\{"error":\{"code":(\d+)/.exec(text)?.[1];
  return {
    status: code === undefined ? (response.statusCode ?? 0) : Number(code),
    retryAfter: response.headers['retry-after'] !== undefined,
    text,
  };
}

/**
 * Whether a response reports a server failure (503 with `Retry-After` only means busy), or repeats the `Host`
 * sent.
 */
export function isFailure({ status, retryAfter, text }: Outcome): boolean {
  const failed = status >= 500 && !(status === 503 && retryAfter);
  return failed || text.includes(strangeHost);
}

/** Whether a request got to the operation of its route: its address exists, and its sender was not refused before that. */
export function isReached({ status, text }: Outcome): boolean {
  const refused = [401, 403, 404, 405, 429, 498, 499, 503].includes(status);
  return !refused && !/^{"error".*does not exist or is inaccessible/.test(text);
}

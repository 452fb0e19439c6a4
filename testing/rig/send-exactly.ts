import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Sends a request with these headers only, and returns the response as it was sent: `fetch` asks for compressed ones, and unpacks them. */
export async function sendExactly(
  address: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const [received] = (await once(request(address, { method, headers }).end(), 'response')) as [
    IncomingMessage,
  ];
  const bytes = await buffer(received);
  return { status: received.statusCode, headers: received.headers, bytes, text: bytes.toString() };
}

import type { Caller } from '../../server/portal/caller.ts';
import type { FormFile } from '../../server/platform/http/multipart/read-form.ts';
import type { PortalCall, PortalContext } from '../../server/portal/operation.ts';
import { defaultPortalSettings, type PortalSettings } from '../../server/portal/portal-settings.ts';
import { Parameters } from '../../server/platform/arcgis/parameters.ts';

/** What an operation has sent by the reply. */
export interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
  cookies: Record<string, { value: string; options: Record<string, unknown> }>;
}

interface Given {
  parameters?: Record<string, unknown>;
  caller?: Caller;
  path?: Record<string, string>;
  files?: FormFile[];
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  publicUrl?: string;
  portal?: Partial<PortalSettings>;
  now?: () => number;
  /** Instead of one made from the fields above: a context with a database. */
  context?: PortalContext;
}

/** A call of a portal operation without a server, and without a database unless its context has one. */
export function fakePortalCall(given: Given = {}): { call: PortalCall; sent: Sent } {
  const sent: Sent = { status: 200, headers: {}, body: undefined, cookies: {} };
  const reply = {
    status(status: number) {
      sent.status = status;
      return reply;
    },
    header(name: string, value: unknown) {
      sent.headers[name.toLowerCase()] = String(value);
      return reply;
    },
    removeHeader(name: string) {
      delete sent.headers[name.toLowerCase()];
      return reply;
    },
    hasHeader: (name: string) => name.toLowerCase() in sent.headers,
    type: (value: string) => reply.header('content-type', value),
    setCookie(name: string, value: string, options: Record<string, unknown>) {
      sent.cookies[name] = { value, options };
      return reply;
    },
    send(body?: string) {
      sent.body = body;
      return reply;
    },
  };
  const request = {
    method: given.method ?? 'GET',
    headers: { ...(given.cookies && { cookie: cookieHeader(given.cookies) }), ...given.headers },
    query: {},
    ip: '127.0.0.1',
  };
  const context = given.context ?? {
    publicUrl: given.publicUrl ?? 'http://localhost:8080',
    address: '',
    now: given.now ?? Date.now,
    portal: { ...defaultPortalSettings, ...given.portal },
  };
  const call = {
    context,
    caller: given.caller ?? { kind: 'anonymous' },
    parameters: new Parameters(given.parameters),
    path: given.path ?? {},
    files: given.files ?? [],
    request,
    reply,
  } as unknown as PortalCall;
  return { call, sent };
}

function cookieHeader(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeJson } from '../platform/arcgis/json-response.ts';
import { findToken, readArcgisRequest } from '../platform/arcgis/read-request.ts';
import { refuseGet } from '../platform/http/arcgis-error.ts';
import { Parameters } from '../platform/arcgis/parameters.ts';
import type { BudgetName } from '../platform/budgets/budgets.ts';
import { addVary, callerHeaders } from '../platform/http/responses/compress-response.ts';
import type { StoredFor } from '../platform/http/responses/stored-responses.ts';
import { readLargeForms } from '../platform/http/read-forms.ts';
import type { FormFile } from '../platform/http/multipart/read-form.ts';
import { checkRequirement } from './access/privileges.ts';
import { requireRecentSignIn } from './access/recent-sign-in.ts';
import { limits } from '../limits.ts';
import type { Caller } from './caller.ts';
import { communityRoutes } from './community/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { portalDirectory } from './directory/portal-pages.ts';
import { identityRoutes } from './identity/routes.ts';
import { resolveCaller } from './identity/resolve-caller.ts';
import { signInFiles } from './identity/sign-in/layout.ts';
import { sendFaultPage } from './identity/sign-in/send-plain-pages.ts';
import { type OperationRoute, type PortalCall, type PortalContext, rawResponse } from './operation.ts';
import { serverInfoRoute } from './organisation/get-portal.ts';
import { organisationOfCall } from './organisation/portal-organisations.ts';
import { organisationRoutes } from './organisation/routes.ts';
import { decodeLarge, refuseLong } from './request/parameters.ts';
import { ContentResponses, contentStates } from './request/content-responses.ts';
import { VisitorTexts } from './request/visitor-texts.ts';
import { searchRoutes } from './search/routes.ts';

/** Clients spell the REST root in both ways; each organisation has its own address. */
const roots = [
  '/portal/sharing/rest',
  '/portal/sharing',
  '/portal/:org/sharing/rest',
  '/portal/:org/sharing',
];

/** Every operation of the portal, slice by slice. */
export const portalOperations: readonly OperationRoute[] = [
  ...identityRoutes,
  ...organisationRoutes,
  ...communityRoutes,
  ...searchRoutes,
  ...contentRoutes,
];

/** The embedded portal: mounts every operation below both roots, those that read for GET and POST. */
export async function portalRoutes(
  app: FastifyInstance,
  { context }: { context: PortalContext },
): Promise<void> {
  readLargeForms(app, {
    sender: async (request, token) => {
      const known = token ?? findToken(new Parameters(request.query), request.headers);
      const caller = await resolveCaller(context, known);
      return caller.kind === 'anonymous' ? undefined : caller.username;
    },
  });
  portalDirectory(app);
  app.addHook('onClose', () => Promise.all([context.documents.close(), context.saml.close()]));
  const responses: StoredResponses = {
    ofContent: new ContentResponses(contentStates(context.database), sizeOf),
    forVisitors: new VisitorTexts(),
  };
  for (const route of portalOperations) mount(app, context, route, responses);
  await app.register(signInFiles);
  await app.register(serverInfoRoute, { context });
}

/** Stored responses; of a portal, because other portals have another database. */
interface StoredResponses {
  ofContent: ContentResponses<string | typeof rawResponse>;
  forVisitors: VisitorTexts<string | typeof rawResponse>;
}

type Received = Pick<PortalCall, 'request' | 'reply'>;

/** A character has two bytes at most. */
function sizeOf(response: string | typeof rawResponse): number {
  return response === rawResponse ? Infinity : 2 * response.length;
}

function mount(
  app: FastifyInstance,
  context: PortalContext,
  route: OperationRoute,
  responses: StoredResponses,
): void {
  for (const root of roots) {
    const url = route.path === '/' ? root : root + route.path;
    if (route.method === 'POST') refuseGet(app, url, usualBudget(route));
    app.route({
      method: route.method === 'POST' ? 'POST' : ['GET', 'POST'],
      url,
      bodyLimit: route.largeFields ? limits.itemTextBytes : limits.requestBodyBytes,
      config: {
        budget: usualBudget(route),
        ...(isStored(route) && { isData: true }),
        ...(route.sameForVisitors && { storedFor: (request) => findVisited(context, request) }),
        ...(route.hasPages && { faultPage: faultPageOf(context) }),
      },
      handler: (request, reply) => run(context, route, responses, { request, reply }),
    });
  }
}

/** The page of an error, of which the organisation is not known yet: it names the installation's own portal. */
function faultPageOf(context: PortalContext): NonNullable<FastifyContextConfig['faultPage']> {
  return (error, request, reply) => {
    sendFaultPage({ context, request, reply }, error);
    return reply;
  };
}

/** Answers a request. Errors are left to the error handler. */
async function run(
  context: PortalContext,
  route: OperationRoute,
  responses: StoredResponses,
  received: Received,
) {
  const { request, reply } = received;
  // Asked before, so that what is stored is never older than what it is stored for.
  const storedFor = request.routeOptions.config.storedFor?.(request);
  const { text, caller } = await respond(context, route, responses, received);
  if (text === rawResponse) return reply;
  reply.storedFor = storedFor;
  return sendJson(reply, text, caller);
}

/** The settings that the response to a visitor describes, if the address of a request says everything about it, and they are known. */
function findVisited({ organisations }: PortalContext, request: FastifyRequest): StoredFor | undefined {
  if (!saysEverything(request)) return undefined;
  const { org } = request.params as { org?: string };
  const subject = organisations.peek(org);
  // Pages of other origins get theirs in a header.
  return subject && { subject, key: `${request.headers.origin ?? ''} ${request.url}` };
}

/** Whether no header says who sends a request, and none what kind of program, which gets a page where `f` is missing or blank. */
function saysEverything({ headers, query }: FastifyRequest): boolean {
  if (callerHeaders.some((name) => headers[name] !== undefined)) return false;
  const given = Object.entries(query as object).map(([name, value]) => [name.toLowerCase(), value] as const);
  const hasFormat = given.some(
    ([name, value]) => name === 'f' && typeof value === 'string' && value.trim() !== '',
  );
  return hasFormat && given.every(([name]) => name !== 'token');
}

/** Reads a request into a call and runs the operation. */
async function respond(
  context: PortalContext,
  route: OperationRoute,
  responses: StoredResponses,
  { request, reply }: Received,
): Promise<{ text: string | typeof rawResponse; caller: Caller }> {
  const { parameters: written, form } = await readPortalRequest(context, route, request);
  let decoded: Parameters | undefined;
  try {
    const caller = await resolveCaller(context, findToken(written, request.headers), route.provesIdentity);
    checkRequirement(caller, route.needs);
    if (route.recentSignIn) requireRecentSignIn(caller, context.now());
    // Large values are still encoded: they are decoded only for authorised callers.
    const parameters = (decoded = await decodeLarge(context, written));
    refuseLong(parameters, route.largeFields);
    const { org, ...path } = request.params as Record<string, string>;
    const within = await contextOf(context, caller, org);
    const files = caller.kind === 'member' ? (form?.files ?? []) : [];
    const call = { context: within, caller, parameters, path, files, request, reply };
    const budget = context.budgets[!route.budget && isUpload(files) ? 'uploads' : usualBudget(route)];
    const format = parameters.text('f');
    const work = async (begin?: () => void) => {
      const body = await budget.run(undefined, () => {
        begin?.();
        return route.operation(call);
      });
      return body === rawResponse ? rawResponse : printResponse(body, format);
    };
    const text = await (route.sameForVisitors && isVisitor(caller)
      ? responses.forVisitors.find(within.portal, keyOf(route, call, ['f', ...route.sameForVisitors]), work)
      : route.ofContent
        ? responses.ofContent.find(keyOf(route, call), work)
        : work());
    return { text, caller };
  } finally {
    // Other callers may wait for a response that is stored.
    if (!isStored(route)) for (const each of [written, decoded]) each?.forget();
    await form?.discard();
  }
}

/** An application's token says who calls, though no member does. */
function isVisitor(caller: Caller): boolean {
  return caller.kind === 'anonymous' && caller.app === undefined;
}

/**
 * Everything that a stored response depends on. Not the token: all sessions of a member see the same.
 *
 * @param names the parameters that it depends on; absent: all of them
 */
function keyOf(
  { path: route }: OperationRoute,
  { context, caller, parameters, path }: PortalCall,
  names?: readonly string[],
): string {
  const { portal, address, publicUrl } = context;
  const who =
    caller.kind === 'member' ? { ...caller, tokenHash: '', signedInAt: 0, byPassword: false } : caller;
  const values = [...parameters.raw()].filter(([name]) => names?.includes(name) ?? name !== 'token');
  const texts = values.map(([name, each]) => [name, each.map(String)]);
  return JSON.stringify([route, portal.id, address, publicUrl, who, path, texts]);
}

/** Whether responses of an operation are stored: texts of JSON, which are asked for most. */
function isStored({ ofContent, sameForVisitors }: OperationRoute): boolean {
  return ofContent !== undefined || sameForVisitors !== undefined;
}

/** The class of an operation without large files. */
function usualBudget({ budget = 'content' }: OperationRoute): BudgetName {
  return budget;
}

/** Large files take long, and must not delay small requests. */
function isUpload(files: readonly FormFile[]): boolean {
  return files.reduce((sum, { size }) => sum + size, 0) > limits.requestBodyBytes;
}

/** The context of one call: for the caller's organisation, or that of the address. */
async function contextOf(
  context: PortalContext,
  caller: Caller,
  urlKey: string | undefined,
): Promise<PortalContext> {
  const portal = await organisationOfCall(context.organisations, context.portal, { caller, urlKey });
  return { ...context, portal, address: urlKey === undefined ? '' : `/${urlKey}` };
}

function readPortalRequest(context: PortalContext, route: OperationRoute, request: FastifyRequest) {
  const sender = async (token: string | undefined) => {
    const caller = await resolveCaller(context, token);
    if (caller.kind === 'anonymous') return undefined;
    checkRequirement(caller, route.needs);
    return caller.username;
  };
  const limit = route.largeFields
    ? { fields: limits.itemTextBytes, files: context.uploadBytes }
    : { fields: limits.requestBodyBytes, files: limits.requestBodyBytes };
  return readArcgisRequest(request, { limit, sender });
}

/** An operation's JSON; `f=pjson` adds line breaks, and `null` is an empty body, as ArcGIS clients expect. */
export function printResponse(body: object | null, format: string | undefined): string {
  return body === null ? '' : writeJson(body, format?.toLowerCase() ?? 'json');
}

/**
 * Sends JSON. Responses for members are never cached; public ones may be cached by the browser, which revalidates
 * them each time.
 */
export function sendJson(reply: FastifyReply, text: string, caller: Caller): FastifyReply {
  setCaching(reply, caller);
  addVary(reply, callerHeaders);
  void reply.type('application/json; charset=utf-8');
  return reply.send(text);
}

function setCaching(reply: FastifyReply, caller: Caller): void {
  if (caller.kind === 'member') void reply.header('cache-control', 'no-store');
  else if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache');
}

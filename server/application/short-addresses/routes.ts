import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import {
  codePattern,
  newShortAddressSchema,
  type ShortAddress,
  type ShortAddresses,
} from '../../../wire/short-address.ts';
import { readShape } from '../../platform/http/json-body.ts';
import { type Parameter, wholeNumberOf } from '../../platform/http/query-parameters.ts';
import { limits } from '../../limits.ts';
import { recordAct } from '../../platform/audit/audit-store.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { randomBase58 } from '../../platform/safety/vault.ts';
import {
  type FindConfig,
  type Identify,
  type Member,
  type PresentedToken,
  presentedToken,
  signInNeeded,
} from '../../platform/membership/identify.ts';
import {
  deleteShortAddress,
  findShortAddress,
  insertShortAddress,
  listShortAddresses,
  type ShortAddressRow,
} from './short-address-store.ts';

/** Whether the owner of a token may edit a web map of the organisation's portal. */
export type MayEditMap = (
  organisation: string,
  config: AppConfig,
  presented: PresentedToken,
  wid: string,
) => Promise<boolean>;

interface Options {
  database: Database;
  publicUrl: string;
  identify: Identify;
  mayEditMap: MayEditMap;
  findConfig: FindConfig;
}

interface Call extends Pick<Options, 'database' | 'publicUrl' | 'mayEditMap'> {
  organisation: string;
  config: AppConfig;
  presented: PresentedToken;
  member: Member;
}

type ListQuery = Partial<Record<'scope' | 'start', Parameter>>;

const pageSize = limits.searchPage;

type Of<Params> = { Params: { org: string } & Params };

/** `/api/{org}/short-addresses`: create, list and remove short addresses of web maps. */
export async function shortAddressRoutes(app: FastifyInstance, options: Options): Promise<void> {
  const { database, publicUrl, identify, mayEditMap, findConfig } = options;
  const called = async (request: FastifyRequest<Of<unknown>>): Promise<Call> => {
    const config = await findConfig(request.params.org);
    const presented = presentedToken(request.headers);
    const member = await identify(config, presented);
    if (!presented || !member) throw signInNeeded();
    return { database, publicUrl, mayEditMap, organisation: request.params.org, config, presented, member };
  };
  const writing = { config: { perMinute: limits.shortAddressWritesPerMinute } };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.post<Of<unknown>>('/:org/short-addresses', writing, async (request, reply) => {
    const { address, isNew } = await createShortAddress(await called(request), request.body);
    return reply.status(isNew ? 201 : 200).send(address);
  });
  app.get<Of<unknown> & { Querystring: ListQuery }>(
    '/:org/short-addresses',
    async (request): Promise<ShortAddresses> => {
      const { organisation, member } = await called(request);
      const { scope, start: given } = request.query;
      const owner = scope === 'all' && member.isAdmin ? undefined : member.username;
      const start = Math.max(1, wholeNumberOf(given) ?? 1);
      const rows = await listShortAddresses(database, organisation, owner, { start, num: pageSize + 1 });
      return {
        results: rows.slice(0, pageSize).map((row) => present(row, publicUrl)),
        nextStart: rows.length > pageSize ? start + pageSize : -1,
      };
    },
  );
  app.delete<Of<{ code: string }>>('/:org/short-addresses/:code', writing, async (request, reply) => {
    await removeShortAddress(await called(request), request.params.code);
    return reply.status(204).send();
  });
}

/**
 * Short addresses redirect to a web map. They do not grant access: the map's own permissions apply.
 * @throws MappingError `short-address:invalid` (400), `short-address:forbidden` (403), `short-address:too-many` (403)
 */
async function createShortAddress(
  { database, publicUrl, mayEditMap, organisation, config, presented, member }: Call,
  body: unknown,
): Promise<{ address: ShortAddress; isNew: boolean }> {
  const { wid, title } = readShape(newShortAddressSchema, body, {
    id: 'short-address:invalid',
    message: 'Specify the id and the title of a web map.',
  });
  if (!(await mayEditMap(organisation, config, presented, wid)))
    throw new MappingError(
      'short-address:forbidden',
      'Only people who may edit this map can give it a short address.',
      { status: 403 },
    );
  const code = randomBase58(8);
  const wanted = { code, organisation, wid, title, owner: member.username, created_at: Date.now() };
  const { row, isNew } = await inTransaction(database, async (transaction) => {
    const inserted = await insertShortAddress(transaction, wanted);
    if (inserted.isNew) await record(transaction, inserted.row, member, 'short-address.created');
    return inserted;
  });
  return { address: present(row, publicUrl), isNew };
}

/** @throws MappingError `short-address:not-found` (404), `short-address:forbidden` (403) */
async function removeShortAddress(
  { database, mayEditMap, organisation, config, presented, member }: Call,
  code: string,
): Promise<void> {
  const row = codePattern.test(code) ? await findShortAddress(database, organisation, code) : undefined;
  if (!row)
    throw new MappingError('short-address:not-found', 'There is no such short address.', { status: 404 });
  const allowed =
    row.owner === member.username ||
    member.isAdmin ||
    (await mayEditMap(organisation, config, presented, row.wid));
  if (!allowed)
    throw new MappingError(
      'short-address:forbidden',
      'Only its creator, people who may edit the map, or an administrator can remove a short address.',
      { status: 403 },
    );
  await inTransaction(database, async (transaction) => {
    await deleteShortAddress(transaction, organisation, code);
    await record(transaction, row, member, 'short-address.removed');
  });
}

async function record(
  transaction: Database,
  { organisation, code, wid, title }: ShortAddressRow,
  { username }: Member,
  act: string,
): Promise<void> {
  await recordAct(transaction, { organisation, actor: username, act, subject: wid, detail: { code, title } });
}

function present(row: ShortAddressRow, publicUrl: string): ShortAddress {
  const { code, organisation, wid, title, owner, created_at } = row;
  return { code, url: `${publicUrl}/${organisation}/m/${code}`, wid, title, owner, created: created_at };
}

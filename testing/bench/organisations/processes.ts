import Fastify from 'fastify';
import { sql } from 'kysely';
import { inTransaction } from '../../../server/platform/database/connect.ts';
import { createCaller, ratePerSecond } from './caller.ts';
import { firstSid, organisationName, webMap } from './fill-organisations.ts';
import type { Installation } from './installation.ts';
import { createConfigSaves, createReads, createShares, sharedMapBody } from './work.ts';

/** Iterations per second: the median round, and all rounds. */
export interface ProcessesRow {
  name: string;
  rates: number[];
}

/** Each works on an organisation of its own, so that no save waits for another. */
const workers = 16;
const rounds = 5;
const seconds = 1;

/**
 * Reads and writes of config and shared maps by one and by two processes, beside a bare Fastify route that
 * receives and sends the same bytes and beside plain SQL. Rounds are interleaved: a slow phase of the machine
 * affects all of them.
 */
export async function measureProcesses(place: Installation): Promise<ProcessesRow[]> {
  const caller = createCaller(workers);
  const read = createReads(caller, place);
  const save = createConfigSaves(caller, place);
  const share = createShares(caller, place);
  const [first = '', second = ''] = place.origins;
  const both = (worker: number) => (worker % 2 === 0 ? first : second);
  const config = (await read(first, 0, 'config')).body;
  const map = (await read(first, 0, `shared-maps/${firstSid(0)}`)).body;
  const bare = Fastify();
  bare.get('/config', async (_request, reply) => reply.type('application/json').send(config));
  bare.get('/map', async (_request, reply) => reply.type('application/json').send(map));
  bare.put('/config', async (_request, reply) => reply.type('application/json').send(config));
  bare.post('/map', async (_request, reply) => reply.status(201).send({ sid: 'x', url: 'x', removed: [] }));
  const bareOrigin = await bare.listen({ port: 0, host: '127.0.0.1' });
  const { database } = place;
  const sid = (worker: number) => `shared-maps/${firstSid(worker)}`;
  const work: [name: string, once: (worker: number) => Promise<unknown>][] = [
    ['read a config: bare Fastify route', () => caller.call(`${bareOrigin}/config`)],
    [
      'read a config: SQL alone',
      (worker) =>
        sql`select r.config from organisation o join organisation_revision r
          on r.organisation = o.name and r.revision = o.revision where o.name = ${organisationName(worker)}`.execute(
          database,
        ),
    ],
    ['read a config: one process', (worker) => read(first, worker, 'config')],
    ['read a config: two processes', (worker) => read(both(worker), worker, 'config')],
    ['read a shared map: bare Fastify route', () => caller.call(`${bareOrigin}/map`)],
    [
      'read a shared map: SQL alone',
      (worker) => sql`select * from shared_map where sid = ${firstSid(worker)}`.execute(database),
    ],
    ['read a shared map: one process', (worker) => read(first, worker, sid(worker))],
    ['read a shared map: two processes', (worker) => read(both(worker), worker, sid(worker))],
    [
      'save a config: bare Fastify route',
      () => caller.call(`${bareOrigin}/config`, { method: 'PUT', body: config }),
    ],
    ['save a config: SQL alone', (worker) => saveBySql(place, worker, config)],
    ['save a config: one process', (worker) => save(first, worker)],
    ['save a config: two processes', (worker) => save(both(worker), worker)],
    [
      'share a map: bare Fastify route',
      () => caller.call(`${bareOrigin}/map`, { method: 'POST', body: sharedMapBody }),
    ],
    ['share a map: SQL alone', (worker) => shareBySql(place, worker)],
    ['share a map: one process', (worker) => share(first, worker)],
    ['share a map: two processes', (worker) => share(both(worker), worker)],
  ];
  try {
    const rows = work.map(([name]): ProcessesRow => ({ name, rates: [] }));
    for (let round = 0; round < rounds; round++) {
      for (const [index, [, once]] of work.entries()) {
        rows[index]?.rates.push(await ratePerSecond(workers, seconds, once));
      }
    }
    return rows;
  } finally {
    caller.close();
    await bare.close();
  }
}

/** Organisations saved only by plain SQL: the product's saves continue from their own last tag. */
const bySql = (worker: number) => organisationName(worker + workers);

/** The rows a save writes, and the lock it takes. */
function saveBySql({ database }: Installation, worker: number, config: string): Promise<unknown> {
  const name = bySql(worker);
  return inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ revision: number }>`update organisation set revision = revision + 1
      where name = ${name} returning revision`.execute(transaction);
    await sql`insert into organisation_revision (organisation, revision, config, author)
      values (${name}, ${rows[0]?.revision}, ${config}, 'ada')`.execute(transaction);
    await sql`insert into audit_entry (organisation, at, actor, act)
      values (${name}, ${Date.now()}, 'ada', 'config.saved')`.execute(transaction);
  });
}

let made = 0;

function shareBySql({ database }: Installation, worker: number): Promise<unknown> {
  made += 1;
  const now = Date.now();
  return sql`insert into shared_map (sid, organisation, title, web_map, access, owner, created_at, modified_at)
    values (${`sql-${made}`}, ${bySql(worker)}, 'Map', ${JSON.stringify(webMap)}, 'public', 'ada', ${now}, ${now})`.execute(
    database,
  );
}

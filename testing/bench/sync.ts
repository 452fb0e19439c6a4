import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database } from '../../server/platform/database/connect.ts';
import { limits } from '../../server/limits.ts';
import { withServer } from './bench-server.ts';
import { load } from './buildings.ts';

/** One step of a synchronization, beside PostgreSQL doing the same. */
export interface SyncRow {
  step: string;
  features: number;
  /** Seconds. */
  service: number;
  rawSql: number | null;
  bytes: number;
}

const size = 100_000;
const uploaded = limits.replicaEdits;

type Feature = { attributes: Record<string, unknown>; geometry: unknown };

/** A replica of 100,000 buildings, 100,000 changes downloaded, and as many edits uploaded in parts. */
export async function benchSync(): Promise<SyncRow[]> {
  const rows: SyncRow[] = [];
  await withServer(
    async ({ database, root }) => {
      await load(database, size);
      const url = `${root}/Bench${size}/FeatureServer`;
      const admin = url.replace('/rest/services/', '/rest/admin/services/');
      await send(`${admin}/0/updateDefinition`, { updateDefinition: { isDataArchived: true } });
      await send(`${admin}/updateDefinition`, {
        updateDefinition: { capabilities: 'Query,Create,Update,Delete,Editing', syncEnabled: true },
      });
      const table = await tableOf(database);

      const made = await timed(() => send(`${url}/createReplica`, { layers: [0], syncModel: 'perLayer' }));
      const whole = await timed(() => sql`select * from ${table}`.execute(database));
      rows.push(rowOf('create a replica', size, made, whole.seconds));
      const { replicaID, layerServerGens, layers } = made.json;
      const [{ serverGen }] = layerServerGens as [{ serverGen: number }];

      await send(`${url}/0/calculate`, { where: '1=1', calcExpression: [{ field: 'levels', value: 99 }] });
      const sync = { replicaID, syncLayers: [{ id: 0, serverGen, syncDirection: 'download' }] };
      const changed = await timed(() => send(`${url}/synchronizeReplica`, sync));
      const compared = await timed(() => compareBySql(database, table, serverGen));
      rows.push(rowOf('download changes', size, changed, compared.seconds));

      let features = (layers as [{ features: Feature[] }])[0].features;
      let seconds = 0;
      let bytes = 0;
      for (let from = 0; from < size; from += uploaded) {
        const updates = features.slice(from, from + uploaded).map(({ attributes: { GlobalID } }, n) => ({
          attributes: { GlobalID, name: `Building ${n}`, levels: n % 9 },
        }));
        const edits = [{ id: 0, features: { updates } }];
        const one = await timed(() =>
          send(`${url}/synchronizeReplica`, { replicaID, syncDirection: 'upload', edits }),
        );
        seconds += one.seconds;
        bytes += one.bytes;
      }
      const updated = await timed(() => updateBySql(database, table));
      rows.push(rowOf('upload updates', size, { seconds, bytes }, updated.seconds));

      features = features.slice(0, uploaded).map(({ attributes, geometry }) => ({
        attributes: { ...attributes, GlobalID: randomUUID() },
        geometry,
      }));
      const edits = [{ id: 0, features: { adds: features } }];
      const request = { replicaID, syncDirection: 'upload', edits };
      rows.push(
        rowOf(
          'upload additions',
          uploaded,
          await timed(() => send(`${url}/synchronizeReplica`, request)),
          null,
        ),
      );
      rows.push(
        rowOf(
          'send them again',
          uploaded,
          await timed(() => send(`${url}/synchronizeReplica`, request)),
          null,
        ),
      );
    },
    { mayRead: true, mayEdit: true, mayAdminister: true, caller: 'bench' },
  );
  return rows;
}

function rowOf(
  step: string,
  features: number,
  { seconds, bytes }: { seconds: number; bytes: number },
  rawSql: number | null,
): SyncRow {
  return { step, features, service: seconds, rawSql, bytes };
}

interface Answer {
  json: Record<string, unknown>;
  bytes: number;
}

async function send(url: string, params: Record<string, unknown>): Promise<Answer> {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const body = new URLSearchParams([['f', 'json'], ...texts]);
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  const json = JSON.parse(text) as Record<string, unknown>;
  if (json['error']) throw new Error(`${url}: ${text.slice(0, 500)}`);
  return { json, bytes: text.length };
}

async function timed<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result & { seconds: number }> {
  const started = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - started) / 1000 };
}

async function tableOf(database: Database) {
  const { table_name } = await database
    .selectFrom('hosted_layer')
    .select('table_name')
    .executeTakeFirstOrThrow();
  return sql.id('hosted', table_name);
}

/** The features that differ from those of a generation, from the history. */
async function compareBySql(database: Database, table: ReturnType<typeof sql.id>, generation: number) {
  const { table_name } = await database
    .selectFrom('hosted_layer')
    .select('table_name')
    .executeTakeFirstOrThrow();
  const history = sql.id('hosted', `${table_name}_history`);
  return sql`select present.* from ${table} as present
    join (select distinct on (objectid) * from ${history} where until > ${generation} order by objectid, until) as past
      using (objectid)
    where present.f1_levels is distinct from past.f1_levels`.execute(database);
}

/** The same updates in statements of 250 rows, in one transaction. */
async function updateBySql(database: Database, table: ReturnType<typeof sql.id>) {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ globalid: string }>`select globalid from ${table}`.execute(transaction);
    for (let from = 0; from < rows.length; from += 250) {
      const values = rows
        .slice(from, from + 250)
        .map(
          ({ globalid }, n) =>
            sql`(cast(${globalid} as uuid), ${`Building ${n}`}, cast(${n % 9} as integer))`,
        );
      await sql`update ${table} as target set f0_name = given.name, f1_levels = given.levels
        from (values ${sql.join(values)}) as given (id, name, levels) where target.globalid = given.id`.execute(
        transaction,
      );
    }
    return {};
  });
}

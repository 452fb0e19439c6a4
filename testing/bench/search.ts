import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database, poolOf } from '../../server/platform/database/connect.ts';
import { startEmbeddedDatabase } from '../../server/platform/database/embedded/start.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { createHttpApp } from '../../server/platform/http/app.ts';
import { hashPassword } from '../../server/portal/identity/password.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { portalRoutes } from '../../server/portal/routes.ts';
import { contentSize, username } from '../portal-content/generated-content.ts';
import { loadContent } from '../portal-content/load-content.ts';
import { databaseProcesses, processorTimeOf } from './processor-time.ts';
import { searchedTables, type SearchRequest, searchRequests } from './search-requests.ts';

/** Milliseconds of one kind of search by one kind of user on one size of portal. */
export interface SearchRow {
  items: number;
  query: string;
  /** `stored`: a visitor who gets a stored response; `bare`: the page as plain SQL. */
  actor: 'anonymous' | 'member' | 'admin' | 'stored' | 'bare';
  p50: number;
  p95: number;
  /** Median of the database's processor time in milliseconds; NaN where it is unknown. */
  processor: number;
}

const requests = 20;
const warming = 3;

/** HTTP searches, one at a time, on portals of different size, beside the same page as plain SQL. */
export async function benchSearch(sizes: readonly number[]): Promise<SearchRow[]> {
  const rows: SearchRow[] = [];
  for (const size of sizes) rows.push(...(await measureSize(size)));
  return rows;
}

async function measureSize(items: number): Promise<SearchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-bench-'));
  // The account of the database must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedDatabase(folder);
  const database = connectDatabase(server.url);
  try {
    await migrate(database);
    await loadContent(database, contentSize(items));
    return await measureSearch(database, items);
  } finally {
    await database.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSearch(database: Database, items: number): Promise<SearchRow[]> {
  const app = await createHttpApp({ logLevel: 'silent', publicUrl: 'http://127.0.0.1' });
  try {
    const context = createPortalContext({ database, publicUrl: 'http://127.0.0.1' });
    await app.register(portalRoutes, { context });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const tokens = {
      anonymous: '',
      member: await signIn(database, origin, username(Math.floor(items / 200))),
      admin: await signIn(database, origin, username(0)),
    };
    const rows: SearchRow[] = [];
    for (const query of searchRequests) {
      const row = { items, query: query.name };
      for (const actor of ['anonymous', 'member', 'admin'] as const) {
        const token = tokens[actor];
        // Words repeat: without a parameter of its own a request would get the response of an earlier one.
        const fresh = () => ({ ...(token && { token }), n: String((asked += 1)) });
        rows.push({ ...row, actor, ...(await time(database, (n) => ask(origin, query, n, fresh()))) });
      }
      // The first requests, which are not counted, store it.
      rows.push({ ...row, actor: 'stored', ...(await time(database, () => ask(origin, query, 0, {}))) });
      rows.push({ ...row, actor: 'bare', ...(await time(database, (n) => bare(database, query, n))) });
    }
    return rows;
  } finally {
    await app.close();
  }
}

/** Generated users have no password: hashing ten thousand would take longer than the benchmark. */
async function signIn(database: Database, origin: string, name: string): Promise<string> {
  const password = 'correct horse battery';
  await database
    .updateTable('portal_user')
    .set({ password_hash: await hashPassword(password) })
    .where('username', '=', name)
    .execute();
  const response = await fetch(`${origin}/portal/sharing/rest/generateToken`, {
    method: 'POST',
    body: new URLSearchParams({ f: 'json', username: name, password }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`${name} cannot sign in.`);
  return token;
}

let asked = 0;

/** @param more parameters that do not change what is searched */
async function ask(
  origin: string,
  query: SearchRequest,
  n: number,
  more: Record<string, string>,
): Promise<void> {
  const parameters = new URLSearchParams({ f: 'json', ...query.parameters(n), ...more });
  const { path: searched } = searchedTables[query.of ?? 'portal_item'];
  const body = await (await fetch(`${origin}/portal/sharing/rest${searched}?${parameters}`)).text();
  if (body.startsWith('{"error"')) throw new Error(`${parameters} was answered ${body.slice(0, 300)}`);
}

async function bare(database: Database, query: SearchRequest, n: number): Promise<void> {
  const [statement, values] = query.bare(n);
  const table = query.of ?? 'portal_item';
  const columns = statement.includes('group by') ? 'tag, count(*)' : searchedTables[table].columns;
  await poolOf(database).query(`select ${columns} from ${table} ${statement}`, values);
}

async function time(
  database: Database,
  once: (n: number) => Promise<void>,
): Promise<Pick<SearchRow, 'p50' | 'p95' | 'processor'>> {
  const milliseconds: number[] = [];
  const processor: number[] = [];
  for (let n = -warming; n < requests; n += 1) {
    const processes = await databaseProcesses(database);
    const worked = await processorTimeOf(processes);
    const started = performance.now();
    await once(n + warming);
    if (n < 0) continue;
    milliseconds.push(performance.now() - started);
    processor.push((await processorTimeOf(processes)) - worked);
  }
  return { p50: share(milliseconds, 0.5), p95: share(milliseconds, 0.95), processor: share(processor, 0.5) };
}

function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
}

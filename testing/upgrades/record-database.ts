import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../../server/platform/database/connect.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { ident, quoted, readSequences } from '../../server/operator/backup/schema-store.ts';
import { freePort } from '../rig/free-port.ts';
import { startServerProcess } from '../rig/server-process.ts';
import { startDatabase } from '../rig/start-database.ts';
import { fillInstallation, firstPassword } from './fill-installation.ts';
import { readStatements } from './table-statements.ts';

/** Tables without rows worth keeping: they are counted again, or expire. */
const passing = [
  'rate_count',
  'counted_try',
  'portal_token',
  'portal_code',
  'portal_sign_in_step',
  'portal_item_view',
  'usage_key',
];

/**
 * `npm run record:database`: writes a database of this version with a few rows as `VERSION.sql`, from which a
 * test upgrades. Run it once, before the version is released; afterwards its file is never changed.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = path.join(import.meta.dirname, `${version}.sql`);
if (existsSync(file) && !process.argv.includes('--again')) {
  console.error(`${file} exists. To record an unreleased version again, add -- --again.`);
  process.exit(2);
}
const server = await startDatabase('embedded');
if ('missing' in server) throw new Error(server.missing);
try {
  const statements = await recordMigration(server.url);
  await fill(server.url);
  const rows = await recordRows(server.url);
  writeFileSync(file, [...statements, ...rows].map((statement) => `${statement};\n`).join(''));
} finally {
  await server.stop();
}
console.log(`Wrote ${file}.`);

/** The statements that migrate an empty database, with those of the migrator's own tables. */
async function recordMigration(url: string): Promise<string[]> {
  const statements: string[] = [];
  const database = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
    log({ query: { sql, parameters } }) {
      if (/^\s*(select|begin|commit|set|lock)\b/i.test(sql)) return;
      const complete = sql.replaceAll(/\$(\d+)/g, (_all, index) =>
        pg.escapeLiteral(String(parameters[Number(index) - 1])),
      );
      statements.push(complete.trim());
    },
  });
  await migrate(database as Database);
  await database.destroy();
  return statements;
}

/** Creates content as members do. */
async function fill(databaseUrl: string): Promise<void> {
  const port = await freePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mapping-upgrade-'));
  const environment = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const create = ['server/operator/main.ts', 'create', 'city', '--admin', 'ada'];
  const output = execFileSync(process.execPath, create, {
    env: { PATH: process.env['PATH'], ...environment },
  }).toString();
  const started = await startServerProcess(environment);
  await fillInstallation(environment.PUBLIC_URL, firstPassword(output));
  await started.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The tables of layers, and the rows of all tables as JSON. References and triggers are off while they are inserted. */
async function recordRows(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements = [`set session_replication_role = replica`];
  try {
    for (const { schema, name, columns, create, finish } of await readStatements(client)) {
      if (passing.includes(name)) continue;
      const table = quoted(schema, name);
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(row)::text as row from ${table} as row order by row::text`,
      );
      statements.push(...create);
      if (create.length === 0 && rows.length > 0) statements.push(`delete from ${table}`);
      const list = columns.map(ident).join(', ');
      for (const { row } of rows)
        statements.push(
          `insert into ${table} (${list}) overriding system value select ${list} from jsonb_populate_record(null::${table}, ${pg.escapeLiteral(row)})`,
        );
      statements.push(...finish);
    }
    statements.push(`set session_replication_role = origin`);
    for (const { schema, name, value, called } of await readSequences(client))
      statements.push(`select setval(${pg.escapeLiteral(quoted(schema, name))}, ${value}, ${called})`);
    return statements;
  } finally {
    await client.end();
  }
}

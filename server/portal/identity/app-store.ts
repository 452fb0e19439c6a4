import type { Database } from '../../platform/database/connect.ts';

/** A registered application. */
export interface App {
  clientId: string;
  /** The organisation whose users it signs in; null: all users. */
  orgId: string | null;
  title: string;
  redirectUris: readonly string[];
}

export async function findApp(database: Database, clientId: string): Promise<App | undefined> {
  return database
    .selectFrom('portal_app')
    .select(['client_id as clientId', 'org_id as orgId', 'title', 'redirect_uris as redirectUris'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** An application that signs in users of this organisation: its own, or one without an organisation. */
export async function findAppFor(
  database: Database,
  clientId: string,
  orgId: string,
): Promise<App | undefined> {
  const app = await findApp(database, clientId);
  return app && (app.orgId === null || app.orgId === orgId) ? app : undefined;
}

export async function saveApp(database: Database, app: App & { createdAt: number }): Promise<void> {
  const changed = { org_id: app.orgId, title: app.title, redirect_uris: [...app.redirectUris] };
  await database
    .insertInto('portal_app')
    .values({ client_id: app.clientId, created_at: app.createdAt, ...changed })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(changed))
    .execute();
}

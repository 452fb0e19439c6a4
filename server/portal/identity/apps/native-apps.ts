import type { Database } from '../../../platform/database/connect.ts';
import type { PortalContext } from '../../operation.ts';
import { type App, findApp } from '../app-store.ts';
import { outOfBand } from '../register-app.ts';

/**
 * Applications of devices, by the ids they are built with, and the redirect addresses that their makers document: those of Field Maps
 * are in https://github.com/Esri/field-maps-scripts, the others show the code on a page.
 */
const nativeApps: Readonly<Record<string, { title: string; redirectUris: readonly string[] }>> = {
  arcgispro: { title: 'ArcGIS Pro', redirectUris: [outOfBand] },
  arcgisonline: { title: 'ArcGIS', redirectUris: [outOfBand] },
  fieldmaps: {
    title: 'ArcGIS Field Maps',
    redirectUris: [outOfBand, 'arcgis-fieldmaps://auth/', 'arcgis-fieldmaps-beta://auth/'],
  },
  survey123: { title: 'ArcGIS Survey123', redirectUris: [outOfBand] },
  qfield: { title: 'QField', redirectUris: [outOfBand] },
};

/** Stores the applications of devices, so that codes and sessions can name them; an operator's registration is kept. */
export async function saveNativeApps(database: Database, now: number): Promise<void> {
  const rows = Object.entries(nativeApps).map(([id, { title, redirectUris }]) => ({
    client_id: id,
    title,
    redirect_uris: [...redirectUris],
    app_type: 'native' as const,
    created_at: now,
  }));
  await database
    .insertInto('portal_app')
    .values(rows)
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute();
}

/**
 * An application that may sign users in at the address of a call. Those of devices do where the organisation's administrators switched
 * them on, for its users only.
 */
export async function findAppOf(
  { database, portal }: Pick<PortalContext, 'database' | 'portal'>,
  clientId: string,
): Promise<App | undefined> {
  const app = await findApp(database, clientId);
  if (!app || !Object.hasOwn(nativeApps, clientId)) return app;
  return portal.nativeApps ? { ...app, orgId: portal.id } : undefined;
}

/** An application that signs in users of this organisation: its own, or one without an organisation. */
export async function findAppFor(
  context: Pick<PortalContext, 'database' | 'portal'>,
  clientId: string,
  orgId: string,
): Promise<App | undefined> {
  const app = await findAppOf(context, clientId);
  return app && (app.orgId === null || app.orgId === orgId) ? app : undefined;
}

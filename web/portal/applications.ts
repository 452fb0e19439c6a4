import { ownItemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import type { PortalItem } from './portal-types.ts';

/** Where an application runs, which decides how it proves that it is itself. */
export const appKinds = ['browser', 'native', 'server', 'multiple'] as const;
export type AppKind = (typeof appKinds)[number];

/** An application that is registered for sign-in. Times are epoch milliseconds. */
export interface RegisteredApp {
  client_id: string;
  /** Only when it was made: the portal stores its hash. */
  client_secret?: string;
  appType: AppKind;
  redirect_uris: string[];
  registered: number;
  /** Users with an active session, most recently used first. */
  users: { username: string; lastUsed: number }[];
}

export interface AppChoices {
  appType: AppKind;
  redirect_uris: readonly string[];
}

/** Whether an item may be registered as an application. */
export function isApplication({ type }: Pick<PortalItem, 'type'>): boolean {
  return /\bapplication$/i.test(type);
}

/** Whether it is registered. */
export function isRegistered({ typeKeywords }: Pick<PortalItem, 'typeKeywords'>): boolean {
  return typeKeywords?.includes('Registered App') ?? false;
}

export async function loadApp(
  connection: PortalConnection,
  { id, owner }: Pick<PortalItem, 'id' | 'owner'>,
  signal: AbortSignal,
): Promise<RegisteredApp> {
  const path = `${ownItemPath({ owner, id })}/registeredAppInfo`;
  return portalRequest(connection, path, { signal });
}

/** Registers an item. @returns the application with its secret */
export async function registerApp(
  connection: PortalConnection,
  { id }: Pick<PortalItem, 'id'>,
  choices: AppChoices,
): Promise<RegisteredApp> {
  return portalRequest(connection, 'oauth2/registerApp', { body: { itemId: id, ...written(choices) } });
}

export async function updateApp(
  connection: PortalConnection,
  clientId: string,
  choices: AppChoices,
): Promise<void> {
  await portalRequest(connection, `${appPath(clientId)}/update`, { body: written(choices) });
}

/** Replaces the secret; tokens and sessions of the application end. @returns the application with its new secret */
export async function resetSecret(connection: PortalConnection, clientId: string): Promise<RegisteredApp> {
  return portalRequest(connection, `${appPath(clientId)}/resetSecret`, { body: {} });
}

/** Ends the registration, and every session of the application. The item remains. */
export async function unregisterApp(connection: PortalConnection, clientId: string): Promise<void> {
  await portalRequest(connection, `${appPath(clientId)}/unregister`, { body: {} });
}

const appPath = (clientId: string) => `oauth2/apps/${encodeURIComponent(clientId)}`;

function written({ appType, redirect_uris: addresses }: AppChoices) {
  return { appType, redirect_uris: JSON.stringify(addresses) };
}

import { createContext, useContext } from 'react';
import type { PublicConfig } from '../../wire/app-config.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import type { Portal, PortalUser } from '../portal/portal-types.ts';
import type { Integration } from './integrations.ts';
import type { IntegrationLocation, MapLocation } from './locations.ts';

/** Milliseconds between signing out, from the user menu or the side drawer, and the page's reload. */
export const signOutDelays = { menu: 250, drawer: 100 } as const;

/** What every page of an organisation knows and can do. */
export interface ApplicationContextValue {
  /** The organisation's segment of the URL. */
  org: string;
  config: PublicConfig;
  /** The signed-in person; undefined for anonymous people and while loading. */
  user: PortalUser | undefined;
  /** The portal's description of itself; undefined while loading. */
  portal: Portal | undefined;
  /** The connection to the portal; its `session` holds the credential and notifies of changes. */
  connection: PortalConnection;
  /** Whether the person belongs to the group of administrators. */
  isAdmin: boolean;
  /** Why the portal or the sign-in failed, as a message for people; empty when nothing failed. */
  error: string;
  /** Whether `error` is the portal's and signing in may cure it. */
  signInHelps: boolean;
  /** Whether the sign-in is being checked. */
  isAuthorizing: boolean;
  sidebarOpen: boolean;
  integrationsDrawerOpen: boolean;
  availableIntegrations: readonly Integration[];
  openIntegrations: readonly Integration[];
  currentMapLocation: MapLocation | undefined;
  currentIntgLocation: IntegrationLocation | undefined;

  /** Asks the person to sign in. By redirect the page is left and comes back to the same place. Failures go to `error`. */
  signIn(): Promise<void>;
  /** Ends the sign-in and reloads the page; where there is unsaved work, the person is asked first and may stay. */
  signOut(from: keyof typeof signOutDelays): void;
  setSidebarOpen(open: boolean): void;
  openIntegration(id: string): void;
  openIntegrationInPortal(id: string): void;
  closeIntegration(id: string): void;
  closeIntegrationPortal(id: string): void;
  setCurrentMapLocation(location: MapLocation | undefined): void;
  setCurrentIntgLocation(location: IntegrationLocation | undefined): void;
}

/** Provided by `web/app`; read it with `useApplicationContext`. */
export const ApplicationContext = createContext<ApplicationContextValue | undefined>(undefined);

/** Returns the application context; throws outside its provider. */
export function useApplicationContext(): ApplicationContextValue {
  const value = useContext(ApplicationContext);
  if (!value)
    throw new Error('useApplicationContext() is used outside of the application context’s provider.');
  return value;
}

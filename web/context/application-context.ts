import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PublicConfig } from '../../wire/app-config.ts';
import type { PortalConnection } from '../portal/portal-connection.ts';
import type { Portal, PortalUser } from '../portal/portal-types.ts';
import type { Integration } from './integrations.ts';
import type { IntegrationLocation, MapLocation } from './locations.ts';

/** Milliseconds between signing out, from the user menu or the side drawer, and the page's reload. */
export const signOutDelays = { menu: 250, drawer: 100 } as const;

/** The organisation whose pages these are. It stays the same as long as a page is open. */
export interface Configuration {
  /** The organisation's segment of the URL. */
  org: string;
  config: PublicConfig;
  /** The connection to the portal; its `session` holds the credential and notifies of changes. */
  connection: PortalConnection;
}

/** The user's identity on the portal. */
export interface Identity {
  /** The signed-in user; undefined for visitors and while loading. */
  user: PortalUser | undefined;
  /** The portal's description of itself for this user; undefined while loading. */
  portal: Portal | undefined;
  /** Whether the user is in the administrators group. */
  isAdmin: boolean;
  /** Why the portal or the sign-in failed, as a user-facing message; empty without an error. */
  error: string;
  /** Whether `error` is the portal's and signing in may resolve it. */
  signInHelps: boolean;
  /** Whether the sign-in is being checked. */
  isAuthorizing: boolean;
  /**
   * Prompts the user to sign in. A redirect leaves the page and returns to the same place. Failures are set as `error`.
   */
  signIn(): Promise<void>;
  /** Ends the session and reloads the page; with unsaved work, the user confirms first and may stay. */
  signOut(from: keyof typeof signOutDelays): void;
}

/** Integrations, and the locations that they share with the map. */
export interface Integrations {
  integrationsDrawerOpen: boolean;
  availableIntegrations: readonly Integration[];
  openIntegrations: readonly Integration[];
  currentMapLocation: MapLocation | undefined;
  currentIntgLocation: IntegrationLocation | undefined;
  openIntegration(id: string): void;
  openIntegrationInPortal(id: string): void;
  closeIntegration(id: string): void;
  closeIntegrationPortal(id: string): void;
  setCurrentMapLocation(location: MapLocation | undefined): void;
  setCurrentIntgLocation(location: IntegrationLocation | undefined): void;
}

export interface Sidebar {
  sidebarOpen: boolean;
  setSidebarOpen(open: boolean): void;
}

/** State and actions available to every page of an organisation. */
export interface ApplicationContextValue extends Configuration, Identity, Integrations, Sidebar {}

const ConfigurationContext = createContext<Configuration | undefined>(undefined);
const IdentityContext = createContext<Identity | undefined>(undefined);
const IntegrationsContext = createContext<Integrations | undefined>(undefined);
const SidebarContext = createContext<Sidebar | undefined>(undefined);

/** The organisation; components that read nothing else never render again because of the context. */
export const useConfiguration = () => required(useContext(ConfigurationContext), 'useConfiguration');

/** The user's identity; changes with the session. */
export const useIdentity = () => required(useContext(IdentityContext), 'useIdentity');

/** Integrations and shared locations; changes whenever one is opened or a location is chosen. */
export const useIntegrations = () => required(useContext(IntegrationsContext), 'useIntegrations');

export const useSidebar = () => required(useContext(SidebarContext), 'useSidebar');

/**
 * Everything at once. Prefer the hook of the part that you need: this one renders again at every change of
 * any part.
 */
export function useApplicationContext(): ApplicationContextValue {
  const configuration = required(useContext(ConfigurationContext), 'useApplicationContext');
  return { ...configuration, ...useIdentity(), ...useIntegrations(), ...useSidebar() };
}

function required<Part>(part: Part | undefined, hook: string): Part {
  if (!part) throw new Error(`${hook}() is used outside of the application context’s provider.`);
  return part;
}

export interface ApplicationContextProps {
  /** May be a new object each time: a part changes only when one of its values does. */
  value: ApplicationContextValue;
  children: ReactNode;
}

/** Provides the application context, part by part. */
export function ApplicationContext({ value, children }: ApplicationContextProps) {
  const configuration = usePart(value, configurationKeys);
  const identity = usePart(value, identityKeys);
  const integrations = usePart(value, integrationsKeys);
  const sidebar = usePart(value, sidebarKeys);
  return createElement(
    ConfigurationContext,
    { value: configuration },
    createElement(
      IdentityContext,
      { value: identity },
      createElement(
        IntegrationsContext,
        { value: integrations },
        createElement(SidebarContext, { value: sidebar }, children),
      ),
    ),
  );
}

const configurationKeys = ['org', 'config', 'connection'] as const satisfies readonly (keyof Configuration)[];
const identityKeys = [
  'user',
  'portal',
  'isAdmin',
  'error',
  'signInHelps',
  'isAuthorizing',
  'signIn',
  'signOut',
] as const satisfies readonly (keyof Identity)[];
const integrationsKeys = [
  'integrationsDrawerOpen',
  'availableIntegrations',
  'openIntegrations',
  'currentMapLocation',
  'currentIntgLocation',
  'openIntegration',
  'openIntegrationInPortal',
  'closeIntegration',
  'closeIntegrationPortal',
  'setCurrentMapLocation',
  'setCurrentIntgLocation',
] as const satisfies readonly (keyof Integrations)[];
const sidebarKeys = ['sidebarOpen', 'setSidebarOpen'] as const satisfies readonly (keyof Sidebar)[];

/** The same object as before as long as the values at these keys are the same. */
function usePart<Key extends keyof ApplicationContextValue>(
  value: ApplicationContextValue,
  keys: readonly Key[],
): Pick<ApplicationContextValue, Key> {
  const pick = () =>
    Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<ApplicationContextValue, Key>;
  const [part, setPart] = useState(pick);
  if (keys.every((key) => Object.is(part[key], value[key]))) return part;
  const next = pick();
  // React re-renders this component with the new part, before its children.
  setPart(next);
  return next;
}

/** The identity with which the portal is currently queried. */
interface PortalIdentity {
  /** Username of the signed-in user; empty for visitors. Part of the key of every query to the portal. */
  who: string;
  /** False while an earlier session is being restored: a query sent now might return another user's results. */
  known: boolean;
}

/** Follows the session of a connection; renders again when someone signs in or out, here or in another tab. */
export function usePortalIdentity({ session }: PortalConnection): PortalIdentity {
  const who = useSyncExternalStore(session.subscribe, () => session.credential?.userId ?? '');
  const known = useSyncExternalStore(session.subscribe, () => !session.restoring);
  return { who, known };
}

/** Who owns the work that this page stores on the device (`PortalSession.author`); requests are sent as `who`. */
export function useAuthor({ session }: PortalConnection): string {
  return useSyncExternalStore(session.subscribe, () => session.author);
}

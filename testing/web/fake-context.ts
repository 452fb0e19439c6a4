import { vi } from 'vitest';
import type { ApplicationContextValue } from '../../web/context/application-context.ts';
import type { PortalItem, PortalUser } from '../../web/portal/portal-types.ts';
import { type AppConfigInput, appConfigSchema } from '../../wire/app-config.ts';
import { fakeConnection, savedSignIn } from './fake-connection.ts';

export const ada: PortalUser = {
  username: 'ada',
  fullName: 'Ada Lovelace',
  orgId: 'o1',
  privileges: [
    'portal:publisher:publishFeatures',
    'portal:user:createGroup',
    'portal:user:createItem',
    'portal:user:shareToGroup',
    'portal:user:shareToOrg',
    'portal:user:shareToPublic',
  ],
  groups: [
    { id: 'admins', title: 'Administrators', owner: 'ada', access: 'org', tags: [], isInvitationOnly: true },
  ],
};

/** Origin of the pages of integrations. */
export const fakePages = 'https://integrations.example';

export function webMap(parts: Partial<PortalItem> = {}): PortalItem {
  return {
    id: 'm1',
    owner: 'ada',
    title: 'Parks',
    type: 'Web Map',
    access: 'public',
    created: 0,
    modified: Date.now(),
    ...parts,
  };
}

/** An application context of an anonymous visitor; `config` is completed as the server does. */
export async function fakeContext({
  config = {},
  signedIn = false,
  ...parts
}: Partial<Omit<ApplicationContextValue, 'config'>> & {
  config?: AppConfigInput;
  signedIn?: boolean;
} = {}): Promise<ApplicationContextValue> {
  const { connection } = await fakeConnection({ saved: signedIn ? savedSignIn() : undefined });
  return {
    org: 'demo',
    config: { ...appConfigSchema.parse(config), integrationsUrl: fakePages },
    user: signedIn ? ada : undefined,
    portal: { id: 'p1', name: 'Portal' },
    connection,
    isAdmin: false,
    error: '',
    signInHelps: false,
    isAuthorizing: false,
    sidebarOpen: true,
    integrationsDrawerOpen: false,
    availableIntegrations: [],
    openIntegrations: [],
    currentMapLocation: undefined,
    currentIntgLocation: undefined,
    signIn: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    signOut: vi.fn<ApplicationContextValue['signOut']>(),
    setSidebarOpen: vi.fn<(open: boolean) => void>(),
    openIntegration: vi.fn<(id: string) => void>(),
    openIntegrationInPortal: vi.fn<(id: string) => void>(),
    closeIntegration: vi.fn<(id: string) => void>(),
    closeIntegrationPortal: vi.fn<(id: string) => void>(),
    setCurrentMapLocation: vi.fn<() => void>(),
    setCurrentIntgLocation: vi.fn<() => void>(),
    ...parts,
  };
}

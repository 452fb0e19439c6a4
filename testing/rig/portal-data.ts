import type { Database } from '../../server/platform/database/connect.ts';
import { createUser, type UserInput } from '../../server/portal/community/create-user.ts';
import type { Caller } from '../../server/portal/caller.ts';
import type { PortalContext } from '../../server/portal/operation.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import type { PortalSettings } from '../../server/portal/portal-settings.ts';
import { type Clock, createClock } from './clock.ts';
import { createTestDatabase } from './test-database.ts';

/** The portal's tables and context without HTTP, for tests of stores and their users. */
export interface PortalData {
  context: PortalContext;
  database: Database;
  url: string;
  clock: Clock;
  /** Adds a user, without a password by default, as hashing is slow on purpose. */
  addUser(username: string, more?: Partial<UserInput>): Promise<void>;
  stop(): Promise<void>;
}

export async function createPortalData(portal: Partial<PortalSettings> = {}): Promise<PortalData> {
  const { database, url, drop } = await createTestDatabase();
  const clock = createClock();
  const context = createPortalContext({
    database,
    publicUrl: 'http://localhost:8080',
    now: clock.now,
    portal,
  });
  return {
    context,
    database,
    url,
    clock,
    addUser: (username, more) =>
      createUser(context, { username, fullName: `${username} Example`, role: 'org_user', ...more }),
    stop: drop,
  };
}

export const anonymous: Caller = { kind: 'anonymous' };

export function memberCaller(username: string, more: Partial<Caller & { kind: 'member' }> = {}): Caller {
  return {
    kind: 'member',
    username,
    orgId: 'mapping',
    role: 'org_user',
    groupIds: [],
    tokenHash: '',
    ...more,
  };
}

import type { Database } from '../../database/connect.ts';
import type { Identify } from '../../membership/identify.ts';
import type { RequireAdministrator } from '../../membership/require-administrator.ts';
import type { SignInProbe } from './check-sign-in-works.ts';
import type { ConfigCache } from '../config-cache.ts';
import type { OnReplaced } from './replace-config.ts';

export interface ConfigAdministrationOptions {
  database: Database;
  configs: ConfigCache;
  identify: Identify;
  requireAdministrator: RequireAdministrator;
  signIn: SignInProbe;
  onReplaced?: OnReplaced;
}

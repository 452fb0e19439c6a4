import type { Database } from '../../../platform/database/connect.ts';
import type { RequireAdministrator } from '../../../platform/membership/require-administrator.ts';
import type { PortalChangeOptions } from './check-portal-change.ts';
import type { ConfigCache } from '../config-cache.ts';
import type { OnReplaced } from './replace-config.ts';

export interface ConfigAdministrationOptions extends PortalChangeOptions {
  database: Database;
  configs: ConfigCache;
  requireAdministrator: RequireAdministrator;
  onReplaced?: OnReplaced;
}

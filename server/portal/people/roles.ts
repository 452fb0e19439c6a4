import type { PortalRole } from '../../platform/database/tables/portal.ts';

/** Role names sent by clients; the `account_` ones are from before organisations. */
const roles: Readonly<Record<string, PortalRole>> = {
  org_admin: 'org_admin',
  org_publisher: 'org_publisher',
  org_user: 'org_user',
  account_admin: 'org_admin',
  account_publisher: 'org_publisher',
  account_user: 'org_user',
};

export function readRole(name: string | undefined): PortalRole | undefined {
  return name !== undefined && Object.hasOwn(roles, name) ? roles[name] : undefined;
}

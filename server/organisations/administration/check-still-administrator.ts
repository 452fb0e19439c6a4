import type { AppConfig } from '../../../wire/app-config.ts';
import type { Identify } from '../../membership/identify.ts';
import type { PresentedToken } from '../../membership/presented-token.ts';
import { invalidConfig } from './read-config.ts';

/**
 * Keeps an administrator from locking themselves out by a wrong group. Only while the portal stays the same: of another
 * portal's groups their token says nothing.
 * @throws MappingError `config:invalid` (400)
 */
export async function checkStillAdministrator(
  identify: Identify,
  token: PresentedToken,
  { before, after }: { before: AppConfig; after: AppConfig },
): Promise<void> {
  if (before.portal.url !== after.portal.url) return;
  if (before.portal.adminGroupId === after.portal.adminGroupId) return;
  const member = await identify(after, token);
  if (member?.isAdmin) return;
  throw invalidConfig([
    {
      path: 'portal.adminGroupId',
      message: 'You are no member of this group and would lose the administration. Join it first.',
    },
  ]);
}

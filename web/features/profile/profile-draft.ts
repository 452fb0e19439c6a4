import type { ProfileChange } from '../../portal/accounts/change-account.ts';
import type { PortalUser } from '../../portal/portal-types.ts';

/** The profile as it stands in the form. */
export type ProfileDraft = ProfileChange;

export function profileOf(user: PortalUser): ProfileDraft {
  return {
    fullName: user.fullName,
    email: user.email ?? '',
    description: user.description ?? '',
    tags: (user.tags ?? []).join(', '),
    access: user.access ?? 'org',
    culture: user.culture ?? '',
    units: user.units ?? 'metric',
  };
}

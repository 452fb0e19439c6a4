import type { ProfileChange } from '../../portal/accounts/change-account.ts';
import type { Portal, PortalUser } from '../../portal/portal-types.ts';

/** The profile as it stands in the form. */
export type ProfileDraft = ProfileChange;

/** Fields that a person has not set default to those of the portal. */
export function profileOf(user: PortalUser, portal: Portal | undefined): ProfileDraft {
  return {
    fullName: user.fullName,
    email: user.email ?? '',
    description: user.description ?? '',
    tags: (user.tags ?? []).join(', '),
    access: user.access ?? 'org',
    culture: user.culture ?? '',
    region: user.region ?? portal?.region ?? '',
    units: user.units ?? portal?.units ?? 'metric',
  };
}

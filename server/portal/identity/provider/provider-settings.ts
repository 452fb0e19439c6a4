import { z } from 'zod';
import { jsonObject } from '../../../platform/arcgis/schema.ts';
import type { PortalContext } from '../../operation.ts';

const role = z.enum(['org_admin', 'org_publisher', 'org_user']);

/** The name of a claim or attribute; empty: none. */
export const claim = z.string().trim().max(200).default('');

/** Counted before each is read. */
const roleMap = jsonObject
  .default({})
  .refine((map) => Object.keys(map).length <= 50, 'At most 50 values can have a role.')
  .pipe(z.record(z.string().max(200), role));

/** Settings of both kinds of provider. */
export const commonFields = {
  label: z.string().trim().min(1, 'Enter the name to show on the sign-in page.').max(60),
  usernameClaim: claim,
  roleClaim: claim,
  roles: roleMap,
  defaultRole: z.union([role, z.literal('')]).default(''),
};

type Place = Pick<PortalContext, 'publicUrl' | 'portal'>;

/** The sharing API of an organisation's portal, at its own address. */
export function portalAddress({ publicUrl, portal }: Place): string {
  const at = portal.urlKey === null ? '' : `/${portal.urlKey}`;
  return `${publicUrl}/portal${at}/sharing/rest`;
}

/** Where an OpenID Connect provider sends people back to; an administrator registers it there. */
export function redirectAddress(place: Place): string {
  return `${portalAddress(place)}/oauth2/provider/callback`;
}

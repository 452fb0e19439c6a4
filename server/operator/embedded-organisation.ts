import { MappingError } from '../../wire/errors.ts';
import { createGroup } from '../portal/community/create-group.ts';
import { registerApp } from '../portal/identity/register-app.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import { addPerson } from './people.ts';
import { ensureOrganisation } from '../portal/organisation/portal-organisation-store.ts';
import { findUser } from '../portal/community/user-store.ts';

/**
 * Creates what an organisation on the embedded portal needs: a portal organisation, an administrator, the
 * administrators' group, and the application registered for signing in.
 * @returns the config to save, and the text to print for the operator
 */
export async function prepareEmbedded(
  installation: PortalContext,
  name: string,
  admin: string,
): Promise<{ config: AppConfigInput; told: string[] }> {
  const told: string[] = [];
  const orgId = await ensureOrganisation(installation.database, { urlKey: name, now: installation.now() });
  const portal = await installation.organisations.byId(orgId);
  if (!portal) throw new Error(`The portal organisation of ${name} was not created.`);
  const context = { ...installation, portal };
  const existing = await findUser(context.database, admin);
  if (existing && existing.org_id !== orgId) {
    throw new MappingError(
      'operator:other-organisation',
      `${admin} is a member of another organisation. Name someone new, or move them first: npm run org -- move-person ${admin} --to ${name}`,
    );
  }
  if (!existing) told.push(await addPerson(context, admin, { role: 'org_admin' }));
  const adminGroupId = await createGroup(context, {
    title: `Administrators of ${name}`,
    owner: admin,
    access: 'private',
  });
  const appId = `mapping-${name}`;
  await registerApp(context, {
    clientId: appId,
    orgId,
    title: 'Mapping',
    redirectUris: [`${context.publicUrl}/${name}/signed-in`],
  });
  return { config: { title: name, portal: { url: `/portal/${name}`, appId, adminGroupId } }, told };
}

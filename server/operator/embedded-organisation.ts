import { createGroup } from '../portal/community/create-group.ts';
import { registerApp } from '../portal/identity/register-app.ts';
import type { PortalContext } from '../portal/operation.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import { addPerson } from './people.ts';
import { findUser } from '../portal/community/user-store.ts';

/**
 * What an organisation on the embedded portal needs: an administrator, the group that makes them one, and the application
 * registered for signing in.
 * @returns the config to save, and what to tell the operator
 */
export async function prepareEmbedded(
  context: PortalContext,
  name: string,
  admin: string,
): Promise<{ config: AppConfigInput; told: string[] }> {
  const told: string[] = [];
  if (!(await findUser(context.database, admin)))
    told.push(await addPerson(context, admin, { role: 'org_admin' }));
  const adminGroupId = await createGroup(context, {
    title: `Administrators of ${name}`,
    owner: admin,
    access: 'private',
  });
  const appId = `mapping-${name}`;
  await registerApp(context, {
    clientId: appId,
    title: 'Mapping',
    redirectUris: [`${context.publicUrl}/${name}/signed-in`],
  });
  return { config: { title: name, portal: { url: '/portal', appId, adminGroupId } }, told };
}

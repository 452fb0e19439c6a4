import { readSaved } from '../application/organisations/administration/replace-config.ts';
import { saveConfig } from '../application/organisations/organisation-store.ts';
import type { AppConfigInput } from '../../wire/app-config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { PortalContext } from '../portal/operation.ts';
import { recordAct } from '../platform/audit/audit-store.ts';
import { saveBinding } from '../platform/audit/portal-binding-store.ts';
import { portalOrganisationAt } from '../portal/portal-address.ts';

const author = 'operator';

/**
 * Saves a config of the operator's, who decides by its address which portal organisation an organisation belongs to, and logs
 * it. Returns the revision.
 */
export async function saveWithBinding(
  { database, portal }: { database: Database; portal: PortalContext },
  organisation: string,
  config: AppConfigInput,
  { act, detail }: { act: string; detail?: Record<string, unknown> },
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const revision = await saveConfig(transaction, organisation, config, author);
    const portalOrgId = (await portalOrganisationAt(portal, organisation, readSaved(config)))?.id ?? null;
    const binding = await saveBinding(transaction, { organisation, portalOrgId, actor: author, act });
    await recordAct(transaction, {
      organisation,
      actor: author,
      act,
      subject: String(revision),
      detail: { ...detail, ...binding },
    });
    return revision;
  });
}

import type { AppConfigInput } from '../../wire/app-config.ts';
import { appConfigSchema } from '../../wire/app-config.ts';
import type { Database } from '../database/connect.ts';
import { describeCredentials, saveCredentials } from '../integrations/credentials/credential-store.ts';
import type { Vault } from '../integrations/credentials/vault.ts';
import { demoCityworks } from './cityworks/simulator.ts';

/** Gives the demo's Cityworks its account, unless an administrator has entered another. Without a vault none can be stored. */
export async function loadCredentials(
  database: Database,
  vault: Vault | undefined,
  organisation: string,
  config: AppConfigInput,
  now: number,
): Promise<void> {
  if (!vault) return;
  for (const integration of appConfigSchema.parse(config).integrations) {
    if (integration.type !== 'cityworks' || integration.config['server'] !== demoCityworks.path) continue;
    if (await describeCredentials(database, organisation, integration.id)) continue;
    const { username, password } = demoCityworks;
    await saveCredentials(database, vault, {
      organisation,
      integration,
      values: { username, password },
      author: 'demo',
      now,
    });
  }
}

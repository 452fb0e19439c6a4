import { appConfigSchema, type AppConfigInput } from '../../wire/app-config.ts';
import {
  changeCredentials,
  describeCredentials,
} from '../application/integrations/credentials/credential-store.ts';
import { findConfig, saveConfig, saveLogo } from '../application/organisations/organisation-store.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { Vault } from '../platform/safety/vault.ts';
import { demoCityworks } from './cityworks/simulator.ts';
import type { DemoOrganisation } from './read-demo.ts';

const author = 'demo';

/**
 * Saves the config and the logo of an organisation, unless an administrator has saved a config.
 * @returns whether they were saved
 */
export async function loadConfig(
  database: Database,
  { name, config, logo }: DemoOrganisation,
): Promise<boolean> {
  const saved = await findConfig(database, name);
  if (saved && saved.author !== author) return false;
  await saveConfig(database, name, config, author);
  if (logo) await saveLogo(database, name, logo.contentType, logo.bytes);
  return true;
}

/**
 * Sets the account of the demo's Cityworks, unless an administrator has entered another. Without a vault none
 * can be stored.
 */
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
    const changes = { username, password };
    await inTransaction(database, (transaction) =>
      changeCredentials(transaction, vault, { organisation, integration, changes, author, now }),
    );
  }
}

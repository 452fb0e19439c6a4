import { type AppConfig, appConfigSchema } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import type { Database } from '../database/connect.ts';
import { findConfig } from './organisation-store.ts';

/**
 * The public config of an organisation with every default filled in (spec §7).
 * @throws MappingError `organisation:not-found` (404)
 */
export async function getConfig(
  database: Database,
  name: string,
): Promise<{ config: AppConfig; etag: string }> {
  const saved = await findConfig(database, name);
  if (!saved) throw unknownOrganisation(name);
  return { config: appConfigSchema.parse(saved.config), etag: `"${name}-${saved.revision}"` };
}

export function unknownOrganisation(name: string): MappingError {
  return new MappingError(
    'organisation:not-found',
    `There is no organisation called “${name}” here. Check the address, or ask whoever gave it to you.`,
    { status: 404 },
  );
}

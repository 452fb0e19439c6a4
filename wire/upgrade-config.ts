import { MappingError } from './errors.ts';

/** The version `appConfigSchema` describes. */
export const configVersion = 1;

/** Upgrades a config from one version to the next, without modifying its argument. */
export type ConfigStep = (config: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** By the version they start from: `steps[1]` upgrades version 1 to version 2. A released step is never edited. */
const shipped: Readonly<Record<number, ConfigStep>> = {};

/**
 * Upgrades a config of any earlier version to the current one. Revisions stay stored as written and are upgraded when
 * they are read, so that restoring an old revision works after an update too. Validation is left to the schema.
 * @throws MappingError `config:too-new` for a config of a later version of the product, `config:no-step`
 */
export function upgradeConfig(saved: unknown, steps = shipped, target = configVersion): unknown {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return saved;
  let config = saved as Record<string, unknown>;
  // A config without a version was written by hand for version 1.
  let version = typeof config['version'] === 'number' ? config['version'] : 1;
  if (version > target) {
    throw new MappingError(
      'config:too-new',
      `The config has version ${version}, but this server supports versions up to ${target}. Update the server.`,
      { status: 400, faults: [{ path: 'version', message: `Specify at most ${target}.` }] },
    );
  }
  for (; version < target; version++) {
    const step = steps[version];
    if (!step) throw new MappingError('config:no-step', `A config of version ${version} cannot be upgraded.`);
    config = { ...step(config), version: version + 1 };
  }
  return config;
}

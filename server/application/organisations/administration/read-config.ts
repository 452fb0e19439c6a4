import { type AppConfig, appConfigSchema } from '../../../../wire/app-config.ts';
import { faultsOf, MappingError } from '../../../../wire/errors.ts';
import { upgradeConfig } from '../../../../wire/upgrade-config.ts';
import { limits } from '../../../limits.ts';

/**
 * A config to be saved, with all defaults filled in.
 * @throws MappingError `config:invalid` (400) with all faults at once, each with its path and advice;
 * `config:too-large` (413)
 */
export function readConfig(body: unknown): AppConfig {
  const parsed = appConfigSchema.safeParse(upgradeConfig(body));
  if (!parsed.success) throw invalidConfig(faultsOf(parsed.error));
  if (Buffer.byteLength(JSON.stringify(parsed.data)) > limits.configBytes) {
    throw new MappingError('config:too-large', `A config has at most ${limits.configBytes / 1000} kB.`, {
      status: 413,
    });
  }
  return parsed.data;
}

/** A saved config, in today's form. */
export function readSaved(saved: unknown): AppConfig {
  return appConfigSchema.parse(upgradeConfig(saved));
}

export function invalidConfig(faults: readonly { path: string; message: string }[]): MappingError {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  return new MappingError('config:invalid', `The configuration has ${count}; nothing has been saved.`, {
    status: 400,
    faults,
  });
}

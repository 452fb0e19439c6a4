import type { z } from 'zod';
import { templateFaults } from '../integration-url.ts';
import { removeSecrets } from '../remove-secrets.ts';
import type { Configured, ExtensionSettings, Kind, KindFault } from './define-kind.ts';
import { type IntegrationType, kinds } from '../../integration-kinds/definitions.ts';

export type { IntegrationType } from '../../integration-kinds/definitions.ts';

export type TypeConfig<Type extends IntegrationType> = z.output<(typeof kinds)[Type]['config']>;

interface Described extends Configured {
  type: IntegrationType;
}

/** The definition of a kind, typed for code that handles every kind. */
export function kindOf(type: IntegrationType): Kind {
  return kinds[type];
}

/** The options of an integration with the defaults of its kind. Expects an integration without `integrationFaults`. */
export function typeConfig<Type extends IntegrationType>(
  type: Type,
  config: Record<string, unknown>,
): TypeConfig<Type> {
  return kinds[type].config.parse(config) as TypeConfig<Type>;
}

/** Values in the options of one integration, counting lists and objects themselves, and how deep they may be nested. */
export const configValues = 2000;
export const configDepth = 12;

/** What is wrong with the size of an integration's options; undefined when they are small enough. */
export function sizeFault(config: Readonly<Record<string, unknown>>): string | undefined {
  let level: unknown[] = Object.values(config);
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > configDepth) return `Nest options at most ${configDepth} deep.`;
    count += level.length;
    if (count > configValues) return `Enter at most ${configValues} values.`;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
}

/** Every error in an integration's options, with its path and fix. */
export function integrationFaults({ type, url, display, config }: Described): KindFault[] {
  const kind = kindOf(type);
  const faults: KindFault[] = [];
  if (url !== undefined) for (const message of templateFaults(url)) faults.push({ path: ['url'], message });
  for (const place of removeSecrets(config).removed)
    faults.push({
      path: ['config', ...place.split('.')],
      message: 'The config is public. Store this in the credentials of the integration.',
    });
  const parsed = kind.config.safeParse(config);
  for (const { path, message } of parsed.error?.issues ?? [])
    faults.push({
      path: ['config', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
    });
  if (kind.byUrl === 'always' && url === undefined)
    faults.push({ path: ['url'], message: 'Enter the URL of the page.' });
  return [...faults, ...(kind.faults?.({ url, display, config }) ?? [])];
}

/**
 * `GET /api/{org}/integrations/set-up`: the missing settings of each enabled integration; complete ones are omitted.
 */
export interface IntegrationSetUp {
  missing: Record<string, string[]>;
}

/**
 * What an administrator must still enter before an integration works: names of credentials and of settings, never a value.
 *
 * @param credentials names of the credentials that are stored
 */
export function missingEntries({ type, url, config }: Described, credentials: readonly string[]): string[] {
  const unset = (...names: string[]) => names.filter((name) => !credentials.includes(name));
  return kindOf(type).missing?.({ url, config: typeConfig(type, config) }, unset) ?? [];
}

/** Sandbox of a foreign page on an origin of the product: its origin is opaque. */
export const withoutOrigin = 'allow-scripts allow-forms allow-popups';
/** Sandbox of a page on its own host: it keeps its origin, without which users could not sign in there. */
export const withOwnOrigin = `${withoutOrigin} allow-same-origin`;

/** The built-in page that shows an integration with its current settings; undefined for foreign pages. */
export function ownPage({ type, config }: Pick<Described, 'type' | 'config'>): Kind['page'] {
  const { page } = kindOf(type);
  return page && (page.isShown?.(typeConfig(type, config)) ?? true) ? page : undefined;
}

/** The settings of an extension; undefined for other integrations. */
export function extensionOf({
  type,
  config,
}: Pick<Described, 'type' | 'config'>): ExtensionSettings | undefined {
  return kindOf(type).extension?.(typeConfig(type, config));
}

/**
 * Whether a sandbox preserves a page's origin. Without `allow-same-origin` a page has an opaque origin, and no storage.
 */
export function keepsOrigin(sandbox: string): boolean {
  return sandbox.split(' ').includes('allow-same-origin');
}

import type { IntegrationConfig } from '../app-config.ts';

type Described = Pick<IntegrationConfig, 'type' | 'config'>;

/**
 * The kinds with the messages of extensions (`Kind.extension`). Named here, because every page of the application asks, and
 * the definitions are too large for the first page.
 */
const extensionTypes: readonly string[] = ['extension'];

/** Whether an integration is an extension of the map: it needs a map, but no location on it. */
export function isExtension({ type }: Pick<Described, 'type'>): boolean {
  return extensionTypes.includes(type);
}

/** Whether an integration is an extension that is a tool of the map's sidebar. */
export function isToolExtension({ type, config }: Described): boolean {
  return isExtension({ type }) && config['place'] === 'tool';
}

/** Whether an integration is an extension that has no page to see, only a button in popups. */
export function isPopupExtension({ type, config }: Described): boolean {
  return isExtension({ type }) && config['place'] === 'popup';
}

/** Whether an integration has no content before a location on the map is known. Extensions need none. */
export function waitsForPlace(integration: Pick<Described, 'type'>, location: unknown): boolean {
  return location === undefined && !isExtension(integration);
}

import type { AppConfig, IntegrationConfig } from '../../../wire/app-config.ts';
import { keepsOrigin, ownPage, typeConfig } from '../../../wire/integrations/integration-config.ts';
import { serverKindOf } from './check-integration.ts';
import type { Origins } from './define-server-kind.ts';
import { type Directives, policySources, printPolicy } from '../../platform/http/content-policy.ts';
import { templateOrigin } from '../../../wire/integration-url.ts';

/**
 * The sources every page of an integration needs from its own origin; everything else is blocked. Named,
 * because `'self'` does not match in every sandboxed page.
 */
const base = ({ application, pages }: Origins): Directives => ({
  'default-src': ["'none'"],
  'script-src': [pages],
  'style-src': [pages, "'unsafe-inline'"],
  'img-src': ['data:', 'blob:'],
  'font-src': [pages, 'data:'],
  'connect-src': ['data:', 'blob:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': [application],
});

/**
 * The Content-Security-Policy of one integration's page: only what its type needs, as configured. A page
 * without an origin in its frame has none in a separate tab either.
 */
export function pagePolicy(integration: IntegrationConfig, origins: Origins): string {
  const { type, config } = integration;
  const sandbox = ownPage(integration)?.sandbox;
  const additions = serverKindOf(type).policy?.(typeConfig(type, config), origins) ?? {};
  const directives = merge(base(origins), additions);
  return printPolicy(
    sandbox && !keepsOrigin(sandbox) ? { ...directives, sandbox: sandbox.split(' ') } : directives,
  );
}

/**
 * Sources that an organisation's application may frame: the product's pages on their origin, and other pages
 * that the config shows in frames. Only a page configured as a path on this server needs the application's
 * own origin.
 *
 * @param pages origin of the pages of integrations; undefined: there is none
 */
export function frameSources({ integrations }: AppConfig, pages: string | undefined): string[] {
  const shown = integrations.filter(({ enabled }) => enabled);
  const own = pages !== undefined && shown.some((integration) => ownPage(integration)) ? [pages] : [];
  const foreign = shown
    .filter((integration) => !ownPage(integration))
    .filter(({ url, display }) => url !== undefined && display === 'frame')
    .map(({ url = '' }) => templateOrigin(url, "'self'"));
  return [...policySources([...new Set([...own, ...foreign])])];
}

/** The policy of an empty window into which the application renders an integration: no scripts. */
export function popOutPolicy(config: AppConfig, pages: string | undefined): string {
  return printPolicy({
    'default-src': ["'none'"],
    'script-src': ["'none'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'frame-src': frameSources(config, pages),
  });
}

function merge(first: Directives, second: Directives): Directives {
  const merged = { ...first };
  for (const [name, sources] of Object.entries(second))
    merged[name] = [...new Set([...(merged[name] ?? []), ...sources])];
  return merged;
}

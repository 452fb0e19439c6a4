import type { AppConfig, IntegrationConfig } from '../../../wire/app-config.ts';
import { typeConfig } from '../../../wire/integration-config.ts';
import { keepsOrigin, ownPageSandbox, ownPageType } from '../../../wire/integration-pages.ts';
import { templateOrigin } from '../../../wire/integration-url.ts';

type Directives = Record<string, readonly string[]>;

/** The two origins of an installation. */
export interface Origins {
  /** Of the application, which holds the pages in frames. */
  application: string;
  /** Of the pages of integrations. */
  pages: string;
}

/** What every page of ours needs of the origin it comes from; all else is shut. Named, for a page in a sandbox is not `'self'` everywhere. */
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

const streetSmart = ['https://streetsmart.cyclomedia.com', 'https://*.cyclomedia.com'];
const google = [
  'https://*.googleapis.com',
  'https://*.gstatic.com',
  'https://*.google.com',
  'https://*.googleusercontent.com',
];

/**
 * The Content-Security-Policy of one integration's page: only what its type needs, as it is configured. A page that keeps
 * no origin in its frame has none in a tab of its own either.
 */
export function pagePolicy(integration: IntegrationConfig, origins: Origins): string {
  const type = ownPageType(integration);
  const sandbox = type && ownPageSandbox(type);
  const directives = merge(base(origins), additions(integration, origins));
  return print(
    sandbox && !keepsOrigin(sandbox) ? { ...directives, sandbox: sandbox.split(' ') } : directives,
  );
}

function additions({ type, config }: IntegrationConfig, { application, pages }: Origins): Directives {
  switch (type) {
    case 'panorama': {
      const { photos, imageOrigins } = typeConfig('panorama', config);
      const origins = [new URL(photos, application).origin, ...imageOrigins];
      return { 'img-src': origins, 'connect-src': origins };
    }
    case 'panoramax': {
      const { api, imageOrigins } = typeConfig('panoramax', config);
      // Its pictures lie on the servers of whoever gave them, unless an administrator names those.
      const pictures = imageOrigins.length > 0 ? imageOrigins : ['https:'];
      const origins = [new URL(api).origin, ...pictures];
      return { 'img-src': origins, 'connect-src': origins };
    }
    case 'streetview':
      return {
        'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
        'style-src': ['https://fonts.googleapis.com'],
        'font-src': ['https://fonts.gstatic.com'],
        'img-src': google,
        'connect-src': google,
        'worker-src': ['blob:'],
      };
    case 'cyclomedia':
      return {
        'script-src': [
          'https://streetsmart.cyclomedia.com',
          ...(typeConfig('cyclomedia', config).unsafeEval ? ["'unsafe-eval'"] : []),
        ],
        'style-src': streetSmart,
        'img-src': streetSmart,
        'font-src': streetSmart,
        'connect-src': streetSmart,
        'worker-src': [pages, 'blob:'],
        'frame-src': ['https://identity.cyclomedia.com'],
      };
    default:
      return {};
  }
}

/**
 * Whose pages an organisation's application may hold in frames: the product's own on their origin, and those of others
 * that the config shows in frames. Only a page that is configured as a path of this server needs the application's own.
 *
 * @param pages origin of the pages of integrations; undefined: there are none
 */
export function frameSources({ integrations }: AppConfig, pages: string | undefined): string[] {
  const shown = integrations.filter(({ enabled }) => enabled);
  const own = pages !== undefined && shown.some((integration) => ownPageType(integration)) ? [pages] : [];
  const foreign = shown
    .filter((integration) => !ownPageType(integration))
    .filter(({ url, display }) => url !== undefined && display === 'frame')
    .map(({ url = '' }) => templateOrigin(url, "'self'"));
  const sources = [...new Set([...own, ...foreign])];
  return sources.length > 0 ? sources : ["'none'"];
}

/** The policy of an empty window into which the application puts an integration: no script of its own. */
export function popOutPolicy(config: AppConfig, pages: string | undefined): string {
  return print({
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

function print(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

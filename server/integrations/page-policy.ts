import type { AppConfig, IntegrationConfig } from '../../wire/app-config.ts';
import { typeConfig } from '../../wire/integration-config.ts';
import { templateOrigin } from '../../wire/integration-url.ts';

type Directives = Record<string, readonly string[]>;

/** What every page of ours needs; all else is shut. */
const base: Directives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", 'blob:', 'data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'self'"],
};

const streetSmart = ['https://streetsmart.cyclomedia.com', 'https://*.cyclomedia.com'];
const google = [
  'https://*.googleapis.com',
  'https://*.gstatic.com',
  'https://*.google.com',
  'https://*.googleusercontent.com',
];

/** The Content-Security-Policy of one integration's page: only what its type needs, as it is configured. */
export function pagePolicy(integration: IntegrationConfig): string {
  return print(merge(base, additions(integration)));
}

function additions({ type, config }: IntegrationConfig): Directives {
  switch (type) {
    case 'panorama': {
      const { photos, imageOrigins } = typeConfig('panorama', config);
      const origins = [...(photos.startsWith('http') ? [new URL(photos).origin] : []), ...imageOrigins];
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
        'worker-src': ["'self'", 'blob:'],
        'frame-src': ['https://identity.cyclomedia.com'],
      };
    default:
      return {};
  }
}

/** Origins of the foreign pages an organisation shows in frames; its application may hold those and no others. */
export function frameSources({ integrations }: AppConfig): string[] {
  const origins = integrations
    .filter(({ enabled, url, display }) => enabled && url !== undefined && display === 'frame')
    .map(({ url = '' }) => templateOrigin(url, "'self'"));
  return [...new Set(["'self'", ...origins])];
}

/** The policy of an empty window into which the application puts an integration: no script of its own. */
export function popOutPolicy(config: AppConfig): string {
  return print(merge({ ...base, 'script-src': ["'none'"] }, { 'frame-src': frameSources(config) }));
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

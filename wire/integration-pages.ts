import { builtInTypes, typeConfig } from './integration-config.ts';
import type { IntegrationConfig } from './app-config.ts';

type OwnPageType = (typeof builtInTypes)[number];

/**
 * What each page of the product may do, beside what its policy lets in. Without `allow-same-origin` a page has an origin of
 * its own that nothing shares, and no storage. The vendors' scripts need theirs: Google checks the referrer against the
 * key, which a page without an origin does not send; Street Smart stores its sign-in.
 */
const sandboxes: Readonly<Record<OwnPageType, string>> = {
  panorama: 'allow-scripts',
  panoramax: 'allow-scripts',
  cityworks: 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  streetview: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  cyclomedia: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
};

/** Sandbox of a page that is not the product's but runs on an origin of the product: it gets none. */
export const withoutOrigin = 'allow-scripts allow-forms allow-popups';
/** Sandbox of a page on a host of its own: it keeps its origin, without which nobody could sign in there. */
export const withOwnOrigin = `${withoutOrigin} allow-same-origin`;

/** The type of an integration that is shown by a page of the product; undefined for pages of others. */
export function ownPageType({
  type,
  config,
}: Pick<IntegrationConfig, 'type' | 'config'>): OwnPageType | undefined {
  switch (type) {
    case 'url':
      return undefined;
    case 'streetview': {
      const { viewer, termsAccepted } = typeConfig('streetview', config);
      return viewer === 'synced' && termsAccepted ? type : undefined;
    }
    case 'cityworks':
      return typeConfig('cityworks', config).server === undefined ? undefined : type;
    default:
      return type;
  }
}

/** The `sandbox` of a page of the product, for the frame and for the page's own policy. */
export function ownPageSandbox(type: OwnPageType): string {
  return sandboxes[type];
}

/** Whether a sandbox leaves a page its origin. */
export function keepsOrigin(sandbox: string): boolean {
  return sandbox.split(' ').includes('allow-same-origin');
}

import {
  keepsOrigin,
  ownPageSandbox,
  ownPageType,
  withOwnOrigin,
  withoutOrigin,
} from '../../../../../wire/integration-pages.ts';
import { templateOrigin } from '../../../../../wire/integration-url.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** How an integration is shown: in a frame, or in a browser window because it refuses frames. */
export interface IntegrationAddress {
  /** The page's address; for a template with its tokens. Empty: the page is nowhere. */
  template: string;
  /** The origin of its messages; `null` for a page whose sandbox takes its origin. */
  origin: string;
  /** Whether the page is one of this product. */
  own: boolean;
  display: 'frame' | 'window';
  /** What the page may do. */
  sandbox: string;
}

/** Street View without a key: documented by Google, opens as a window only. */
const keylessStreetView =
  'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lng}&heading={heading}&pitch=0&fov=90';

/** The origins of this installation, as `location` and the config name them. */
export interface InstallationOrigins {
  application: string;
  /** Of the pages of integrations; undefined: there are none. */
  pages: string | undefined;
}

export function addressOf(
  integration: Integration,
  org: string,
  { application, pages }: InstallationOrigins,
  /** Whether something that its own page needs has not been entered yet. */
  unset = false,
): IntegrationAddress {
  const { type, id, url, display } = integration;
  const own = ownPageType(integration);
  // Street View is a link until there is a key for Google's viewer.
  if (own && !(unset && own === 'streetview')) {
    const sandbox = ownPageSandbox(own);
    return {
      template: pages === undefined ? '' : `${pages}/integrations/${org}/${id}?lang={lang}`,
      origin: pages !== undefined && keepsOrigin(sandbox) ? pages : 'null',
      own: true,
      display: 'frame',
      sandbox,
    };
  }
  const windowed = type === 'streetview';
  const template = url ?? (windowed ? keylessStreetView : '');
  const origin = templateOrigin(template, application);
  // A page of others on an origin of ours gets none: it could reach into what is there.
  const apart = origin !== application && origin !== pages;
  return {
    template,
    origin: apart ? origin : 'null',
    own: false,
    display: windowed && !url ? 'window' : display,
    sandbox: apart ? withOwnOrigin : withoutOrigin,
  };
}

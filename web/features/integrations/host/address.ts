import { builtInTypes, typeConfig } from '../../../../wire/integration-config.ts';
import { templateOrigin } from '../../../../wire/integration-url.ts';
import type { Integration } from '../../../context/integrations.ts';

/** How an integration is shown: in a frame, or in a browser window because it refuses frames. */
export interface IntegrationAddress {
  /** The page's address; for a template with its tokens. */
  template: string;
  origin: string;
  /** Whether the page is one of this product. */
  own: boolean;
  display: 'frame' | 'window';
  /** What a foreign page may do. */
  sandbox: string | undefined;
}

/** Street View without a key: documented by Google, opens as a window only. */
const keylessStreetView =
  'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lng}&heading={heading}&pitch=0&fov=90';

/** @param here the origin of this product */
export function addressOf(integration: Integration, org: string, here: string): IntegrationAddress {
  const { type, id, url, display, config } = integration;
  const template = foreignTemplate(integration);
  if (template === undefined)
    return {
      template: `/integrations/${org}/${id}?lang={lang}`,
      origin: here,
      own: true,
      display: 'frame',
      sandbox: undefined,
    };
  const origin = templateOrigin(template, here);
  const streetView = type === 'streetview' && typeConfig('streetview', config).viewer === 'window';
  // A page of our own origin that is none of ours gets no origin at all: it could reach into the application.
  const sandbox = `allow-scripts allow-forms allow-popups${origin === here ? '' : ' allow-same-origin'}`;
  return { template, origin, own: false, display: streetView && !url ? 'window' : display, sandbox };
}

function foreignTemplate({ type, url, config }: Integration): string | undefined {
  const builtIn = (builtInTypes as readonly string[]).includes(type);
  if (!builtIn) return url ?? '';
  if (type === 'streetview' && typeConfig('streetview', config).viewer === 'window')
    return url ?? keylessStreetView;
  if (type === 'cityworks' && typeConfig('cityworks', config).server === undefined) return url;
  return undefined;
}

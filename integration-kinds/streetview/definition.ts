import { z } from 'zod';
import { defineKind, metres } from '../../wire/integrations/define-kind.ts';

/** Google Street View: https://developers.google.com/maps/documentation/javascript/streetview. */
export const streetview = defineKind({
  name: 'Google Street View',
  config: z.object({
    viewer: z
      .enum(['window', 'synced'])
      .default('synced')
      .describe(
        '“synced” shows Google’s viewer beside the map, as soon as there is a key and the terms are accepted.',
      ),
    termsAccepted: z
      .boolean()
      .default(false)
      .describe('Google’s terms (3.2.3 e) forbid Street View beside a map that is not Google’s.'),
    radius: metres.default(50),
  }),
  credentials: { fields: ['apiKey'], for: 'browser' },
  page: {
    // Google checks the referrer against the key, and a page with an opaque origin does not send it.
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    // https://developers.google.com/maps/documentation/urls/get-started#street-view-action
    linkUntilSetUp:
      'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lng}&heading={heading}&pitch=0&fov=90',
    isShown: ({ viewer, termsAccepted }) => viewer === 'synced' && termsAccepted,
  },
  credentialsHost: () => 'https://maps.googleapis.com',
  missing({ url, config: { viewer, termsAccepted } }, unset) {
    // A custom page at a URL is shown instead of Google's viewer.
    if (viewer === 'window' || (url !== undefined && !termsAccepted)) return [];
    return [...unset('apiKey'), ...(termsAccepted ? [] : ['termsAccepted'])];
  },
});

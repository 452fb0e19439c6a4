import type { ServerKind } from '../server/application/integrations/define-server-kind.ts';
import type { IntegrationType } from './definitions.ts';
import { cityworks } from './cityworks/server.ts';
import { cyclomedia } from './cyclomedia/server.ts';
import { extension } from './extension/server.ts';
import { panorama } from './panorama/server.ts';
import { panoramax } from './panoramax/server.ts';
import { streetview } from './streetview/server.ts';
import { url } from './url/server.ts';

/** What the server does for each kind of integration (docs/adding-an-integration.md). */
export const serverKinds: { readonly [Type in IntegrationType]: ServerKind<Type> } = {
  cyclomedia,
  streetview,
  cityworks,
  panorama,
  panoramax,
  url,
  extension,
};

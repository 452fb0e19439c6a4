import { cityworks } from './kinds/cityworks.ts';
import { cyclomedia } from './kinds/cyclomedia.ts';
import { panorama } from './kinds/panorama.ts';
import { panoramax } from './kinds/panoramax.ts';
import { streetview } from './kinds/streetview.ts';
import { url } from './kinds/url.ts';

/** Every kind of integration, in the order in which an administrator chooses (docs/adding-an-integration.md). */
export const kinds = { cyclomedia, streetview, cityworks, panorama, panoramax, url } as const;

export type IntegrationType = keyof typeof kinds;

/** Kinds of integrations (docs/integrations.md). */
export const integrationTypes = Object.keys(kinds) as [IntegrationType, ...IntegrationType[]];

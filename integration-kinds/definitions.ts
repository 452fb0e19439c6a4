import { cityworks } from './cityworks/definition.ts';
import { cyclomedia } from './cyclomedia/definition.ts';
import { extension } from './extension/definition.ts';
import { panorama } from './panorama/definition.ts';
import { panoramax } from './panoramax/definition.ts';
import { streetview } from './streetview/definition.ts';
import { url } from './url/definition.ts';

/** Every kind of integration, in the order in which an administrator chooses (docs/adding-an-integration.md). */
export const kinds = { cyclomedia, streetview, cityworks, panorama, panoramax, url, extension } as const;

export type IntegrationType = keyof typeof kinds;

/** Kinds of integrations (docs/integrations.md). */
export const integrationTypes = Object.keys(kinds) as [IntegrationType, ...IntegrationType[]];

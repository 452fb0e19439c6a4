import type { IntegrationConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Health } from '../../../wire/integration-health.ts';
import type { IntegrationType } from '../../../wire/integrations/kinds.ts';
import { checkFraming, type CheckOptions, type ServerKind } from './kinds/define-server-kind.ts';
import { cityworks } from './kinds/cityworks.ts';
import { cyclomedia } from './kinds/cyclomedia.ts';
import { panorama } from './kinds/panorama.ts';
import { panoramax } from './kinds/panoramax.ts';
import { streetview } from './kinds/streetview.ts';

/** What the server does for each kind of integration (docs/adding-an-integration.md). */
export const serverKinds: { readonly [Type in IntegrationType]: ServerKind<Type> } = {
  cyclomedia,
  streetview,
  cityworks,
  panorama,
  panoramax,
  url: { check: checkFraming },
};

/** The part of a kind that generic code reads. */
export function serverKindOf(type: IntegrationType): ServerKind {
  return serverKinds[type] as ServerKind;
}

/**
 * Checks whether an integration would work now: scripts are scripts, the page exists, sign-in works, framing
 * is allowed.
 */
export async function checkIntegration(
  integration: IntegrationConfig,
  options: CheckOptions,
): Promise<Health> {
  try {
    return await serverKindOf(integration.type).check(integration, options);
  } catch (error) {
    const known = error instanceof MappingError ? error : undefined;
    const state = known?.id === 'cityworks:sign-in-refused' ? 'unauthorized' : 'unavailable';
    return { state, message: known?.message ?? 'The check failed.' };
  }
}

import type { IntegrationConfig } from '../../../wire/app-config.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Health } from '../../../wire/integration-health.ts';
import type { IntegrationType } from '../../../integration-kinds/definitions.ts';
import { serverKinds } from '../../../integration-kinds/servers.ts';
import { errorOfBudget } from '../../platform/budgets/budget-errors.ts';
import type { CheckOptions, ServerKind } from './define-server-kind.ts';

/** The part of a kind that generic code reads. */
export function serverKindOf(type: IntegrationType): ServerKind {
  return serverKinds[type] as ServerKind;
}

/**
 * Checks whether an integration would work now: scripts are scripts, the page exists, sign-in works, framing
 * is allowed.
 * @throws MappingError `busy:hosts` (503): it was not checked
 */
export async function checkIntegration(
  integration: IntegrationConfig,
  options: CheckOptions,
): Promise<Health> {
  try {
    return await serverKindOf(integration.type).check(integration, options);
  } catch (error) {
    const own = errorOfBudget(error);
    if (own) throw own;
    const known = error instanceof MappingError ? error : undefined;
    const state = known?.id === 'cityworks:sign-in-refused' ? 'unauthorized' : 'unavailable';
    return { state, message: known?.message ?? 'The check failed.' };
  }
}

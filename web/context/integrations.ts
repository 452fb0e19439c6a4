import type { IntegrationConfig } from '../../wire/app-config.ts';
import { isPopupExtension, isToolExtension, waitsForPlace } from '../../wire/integrations/extension-types.ts';

/** `active`: open in a tab of the drawer; `in-portal`: popped out into its own window; `inactive`: closed. */
export type IntegrationState = 'active' | 'in-portal' | 'inactive';

/** An integration of the organisation and its state. */
export interface Integration extends IntegrationConfig {
  state: IntegrationState;
}

export interface IntegrationAction {
  type: 'open' | 'open-in-portal' | 'close' | 'close-portal';
  id: string;
}

/** Every enabled integration of the configuration that has a pane, closed. */
export function integrationsOf(configured: readonly IntegrationConfig[]): Integration[] {
  return configured
    .filter(
      (integration) => integration.enabled && !isToolExtension(integration) && !isPopupExtension(integration),
    )
    .map((integration) => ({ ...integration, state: 'inactive' }));
}

/**
 * Applies an action to the state of one integration (docs/product.md#integrations). Returns the same list
 * when the action changes nothing, such as closing what is closed.
 */
export function changeIntegration(
  integrations: readonly Integration[],
  { type, id }: IntegrationAction,
): readonly Integration[] {
  const found = integrations.find((integration) => integration.id === id);
  const next = found && nextState(found.state, type);
  if (!found || next === found.state) return integrations;
  return integrations.map((integration) =>
    integration.id === id ? { ...integration, state: next ?? integration.state } : integration,
  );
}

function nextState(state: IntegrationState, action: IntegrationAction['type']): IntegrationState {
  switch (action) {
    case 'open':
      // Also returns it from its own window; callers that mean only closed integrations check that first.
      return 'active';
    case 'open-in-portal':
      return 'in-portal';
    case 'close':
      return 'inactive';
    case 'close-portal':
      return state === 'in-portal' ? 'active' : state;
  }
}

/** The integrations that are open, in a tab or in their own window. */
export function openOnes(integrations: readonly Integration[]): Integration[] {
  return integrations.filter(({ state }) => state !== 'inactive');
}

/** Whether the drawer is open: at least one integration is active, and has the location on the map that it needs. */
export function drawerOpen(integrations: readonly Integration[], location: unknown): boolean {
  return integrations.some(
    (integration) => integration.state === 'active' && !waitsForPlace(integration, location),
  );
}

import type { z } from 'zod';
import { type HostedLayer, type HostedService, type LayerDefaults, trackingNames } from '../layer/layer.ts';
import { readOwnership, type trackingInfo } from './editor-tracking.ts';
import type { Refuse } from './field-definition.ts';

/** Of a service that was published with its layers. */
const usual: LayerDefaults = { wkid: 4326, editorTracking: false, ownership: null };

/**
 * What a service decides for layers that are added to it. Editor tracking and access by creator are those of the layers that it
 * has, where they may have been changed since it was created.
 */
export function defaultsOf(service: HostedService, layers: readonly HostedLayer[]): LayerDefaults {
  const defaults = service.layerDefaults ?? usual;
  if (layers.length === 0) return defaults;
  return {
    ...defaults,
    editorTracking: layers.some(({ editorTracking }) => editorTracking !== null),
    ownership: layers.find(({ ownership }) => ownership)?.ownership ?? null,
  };
}

/**
 * The same after a change of the service’s editor tracking.
 * @throws MappingError made by `refuse`, for access by creator without editor tracking
 */
export function changeDefaults(
  defaults: LayerDefaults,
  tracking: z.output<typeof trackingInfo>,
  refuse: Refuse,
): LayerDefaults {
  const editorTracking = tracking.enableEditorTracking ?? defaults.editorTracking;
  const isOwned = tracking.enableOwnershipAccessControl ?? (editorTracking && defaults.ownership !== null);
  const recorded = {
    editorTracking: editorTracking ? trackingNames : null,
    ownership: defaults.ownership,
  };
  return {
    ...defaults,
    editorTracking,
    ownership: readOwnership(recorded, isOwned ? tracking : null, refuse),
  };
}

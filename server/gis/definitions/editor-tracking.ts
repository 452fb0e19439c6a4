import { z } from 'zod';
import type { EditorTracking, FeatureOwnership } from '../layer/layer.ts';
import type { Refuse } from './field-definition.ts';

const hiddenBySharing = z.literal(true, 'Features can only be hidden from others by sharing.').nullish();

/** Permissions of members on the features of others; anonymous visitors never edit. */
export const ownershipControl = z.strictObject({
  allowOthersToQuery: hiddenBySharing,
  allowOthersToUpdate: z.boolean().nullish(),
  allowOthersToDelete: z.boolean().nullish(),
  allowAnonymousToQuery: hiddenBySharing,
  allowAnonymousToUpdate: z.boolean().nullish(),
  allowAnonymousToDelete: z.boolean().nullish(),
});

/** The editor tracking of a service, which applies to all of its layers. */
export const trackingInfo = ownershipControl.extend({
  enableEditorTracking: z.boolean().nullish(),
  enableOwnershipAccessControl: z.boolean().nullish(),
});

/**
 * Access to features by their creator; null when everyone who may edit may change every feature. What is not named stays as it is.
 * @throws MappingError made by `refuse`, without editor tracking, which records who created a feature
 */
export function readOwnership(
  {
    editorTracking,
    ownership,
  }: { editorTracking: EditorTracking | null; ownership?: FeatureOwnership | null },
  given: z.output<typeof ownershipControl> | null | undefined,
  refuse: Refuse,
): FeatureOwnership | null {
  if (!given) return null;
  if (given.allowAnonymousToUpdate || given.allowAnonymousToDelete)
    throw refuse('Visitors who are not signed in cannot edit features.');
  if (!editorTracking) throw refuse('Access by creator needs editor tracking: send enableEditorTracking.');
  return {
    allowOthersToUpdate: given.allowOthersToUpdate ?? ownership?.allowOthersToUpdate ?? true,
    allowOthersToDelete: given.allowOthersToDelete ?? ownership?.allowOthersToDelete ?? true,
  };
}

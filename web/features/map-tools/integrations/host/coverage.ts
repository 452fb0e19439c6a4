import { ownPageType } from '../../../../../wire/integration-pages.ts';
import type { Integration } from '../../../../context/integrations.ts';

/** Kinds whose pages show on the map where they have pictures. */
const kinds: ReadonlySet<string | undefined> = new Set(['panorama', 'panoramax', 'cyclomedia']);

/** Whether an integration shows on the map where it has something to see. */
export function showsCoverage(integration: Integration): boolean {
  return kinds.has(ownPageType(integration));
}

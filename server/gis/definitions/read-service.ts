import { z } from 'zod';
import { canonicalWkid } from '../geometry/spatial-reference.ts';
import { trackingInfo } from './editor-tracking.ts';
import { firstFault, invalidDefinition } from './read-field.ts';
import { type LayerDefaults, recordCount } from './read-layer.ts';

/** A switch that can only be as it is, with what it would mean. */
const fixed = (value: boolean, problem: string) =>
  z
    .boolean()
    .nullish()
    .refine((given) => given === undefined || given === null || given === value, problem);

const serviceSchema = z.object({
  spatialReference: z.object({ wkid: z.number().nullish(), latestWkid: z.number().nullish() }).nullish(),
  maxRecordCount: z.number().nullish(),
  allowGeometryUpdates: fixed(true, 'Changes of geometry only cannot be forbidden.'),
  syncEnabled: fixed(false, 'Offline copies (sync) are not supported.'),
  hasVersionedData: fixed(false, 'Versions are not supported.'),
  editorTrackingInfo: trackingInfo.nullish(),
});

/**
 * What the parameters of a new service decide for its layers.
 * @throws MappingError `services:invalid-service` (400) for what is not supported
 */
export function readServiceDefaults(given: Readonly<Record<string, unknown>>): LayerDefaults {
  const parsed = serviceSchema.safeParse(given);
  if (!parsed.success) throw invalidDefinition(firstFault(parsed.error));
  const { spatialReference, maxRecordCount, editorTrackingInfo: tracking } = parsed.data;
  const wkid = spatialReference?.latestWkid ?? spatialReference?.wkid ?? 4326;
  return {
    wkid: canonicalWkid(wkid),
    editorTracking: tracking?.enableEditorTracking ?? false,
    ownership: tracking?.enableOwnershipAccessControl ? tracking : null,
    ...recordCount(maxRecordCount),
  };
}

import { z } from 'zod';
import { limits } from '../../../limits.ts';
import type { LayerChoices } from '../../hosting.ts';
import { fileMembers, readMembers } from './file-members.ts';
import { readTarget } from './read-choices.ts';

/** Members of a field that the file does not decide are as they are without a choice. */
const whenPublished = 'Change this with updateDefinition, when the service exists.';

const describedField = z.strictObject({
  name: z.string(),
  alias: z.string().max(200).nullish(),
  type: z.string().nullish(),
  length: z.number().int().min(1).max(limits.uploadTextCharacters).nullish(),
  /** Restates the type. */
  sqlType: z.unknown().optional(),
  nullable: z.literal(true, whenPublished).nullish(),
  editable: z.literal(true, whenPublished).nullish(),
  domain: z.null(whenPublished).optional(),
  defaultValue: z.null(whenPublished).optional(),
});

/** The description of the layer, as `analyze` returns it. */
const described = z.strictObject({
  name: z.string().trim().min(1).max(100).nullish(),
  capabilities: z.string().nullish(),
  type: z.enum(['Feature Layer', 'Table'], 'A layer is a Feature Layer or a Table.').nullish(),
  geometryType: z.string().max(40).nullish(),
  fields: z.array(describedField).max(limits.layerFields).nullish(),
});

const notYet = z.literal(false, 'Turn it on with updateDefinition, when the service exists.').nullish();

/** They have an effect with `enableOwnershipAccessControl` only. */
const withoutOwnership = {
  allowOthersToQuery: z.unknown().optional(),
  allowOthersToUpdate: z.unknown().optional(),
  allowOthersToDelete: z.unknown().optional(),
  allowAnonymousToQuery: z.unknown().optional(),
  allowAnonymousToUpdate: z.unknown().optional(),
  allowAnonymousToDelete: z.unknown().optional(),
};

/** All that `publishParameters` may have: an unknown member might change the layer, and is an error. */
const schema = z.strictObject({
  ...fileMembers,
  maxRecordCount: z.number().int().min(0).max(limits.layerRecordCount).nullish(),
  layerInfo: described.nullish(),
  editorTrackingInfo: z
    .strictObject({
      enableEditorTracking: notYet,
      enableOwnershipAccessControl: notYet,
      // Columns of users and times keep their values in any case.
      preserveEditUsersAndTimestamps: z.unknown().optional(),
      ...withoutOwnership,
    })
    .nullish(),
});

/** Types of files that ArcGIS publishes and this portal does not. */
const otherFiles =
  /^(serviceDefinition|tilePackage|compactTilePackage|vectorTilePackage|scenePackage|imageCollection|mapService|featureService|fileGeodatabase|sqliteGeodatabase)$/i;

/** Parameters of `publish` beside `publishParameters` that ArcGIS documents. */
export const otherParameters = {
  filetype: z
    .string()
    .optional()
    .refine((type) => type === undefined || !otherFiles.test(type), 'Files of this type are not published.'),
  text: z.undefined('text is not supported. Add it as an item with addItem, and publish that.').optional(),
  itemIdToCreate: z
    .undefined('itemIdToCreate is not supported. The portal chooses the ids of items.')
    .optional(),
};

/** What `publishParameters` choose for the layers, and the capabilities of the service. */
export function readLayerChoices(given: Readonly<Record<string, unknown>>): {
  layer: LayerChoices;
  capabilities: unknown;
} {
  const { maxRecordCount, layerInfo } = readMembers(schema, given, 'publishParameters', whenPublished);
  return {
    capabilities: given['capabilities'] ?? layerInfo?.capabilities,
    layer: {
      name: layerInfo?.name ?? undefined,
      wkid: readTarget(given['targetSR'], 'publishParameters.targetSR'),
      maxRecordCount: maxRecordCount || undefined,
      geometryType: layerInfo?.type === 'Table' ? null : (layerInfo?.geometryType ?? undefined),
      fields: (layerInfo?.fields ?? []).map(({ name, alias, type, length }) => ({
        name,
        alias: alias || undefined,
        type: type ?? undefined,
        length: length ?? undefined,
      })),
    },
  };
}

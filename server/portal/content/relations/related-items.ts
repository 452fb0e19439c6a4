import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { pageEnvelope, readPage, readSort } from '../../search/parameters.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { requireMember } from '../../access/refusals.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import type { ItemRow } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { presentItem } from '../items/present-item.ts';
import { addRelation, deleteRelation, findRelated, type Relation } from './relation-store.ts';

/** Besides those of `readPage` and `readSort`. */
const schema = z.object({
  relationshipTypes: commaList.optional(),
  relationshipType: commaList.default([]),
  direction: z.enum(['forward', 'reverse'], 'Specify forward or reverse.').default('forward'),
});

/** Of addRelationship and deleteRelationship. */
const relationSchema = z.object({
  originItemId: z.string().default(''),
  destinationItemId: z.string().default(''),
  relationshipType: z.string().default(''),
});

/** `content/items/{id}/relatedItems` with `relationshipType(s)` and `direction` (forward, reverse). */
export const relatedItems: Operation = async (call) => {
  const { context, caller, parameters } = call;
  const item = await loadItem(call, 'see');
  const page = readPage(parameters);
  const { relationshipTypes, relationshipType, direction } = readOperation(schema, parameters);
  const types = relationshipTypes ?? relationshipType;
  const [sort] = readSort(parameters, { created: 'created' });
  const created: 'asc' | 'desc' | undefined = sort && (sort.descending ? 'desc' : 'asc');
  const wanted = { forward: direction === 'forward', types, page, created };
  const { total, rows, endsAfter } = await findRelated(context.database, item.id, wanted, caller);
  return {
    ...pageEnvelope(page, total, endsAfter),
    relatedItems: rows.map((row) => presentItem(row, caller)),
  };
};

/** `content/users/{user}/addRelationship` with `originItemId`, `destinationItemId`, `relationshipType`. */
export const addRelationship: Operation = async (call) => {
  return changeRelation(call, addRelation);
};

/** `content/users/{user}/deleteRelationship`. */
export const deleteRelationship: Operation = async (call) => {
  return changeRelation(call, deleteRelation);
};

async function changeRelation(call: PortalCall, change: typeof addRelation): Promise<{ success: true }> {
  await loadOwner(call);
  const { origin, relation } = await readRelation(call);
  await inTransaction(call.context.database, async (transaction) => {
    await change(transaction, relation);
    await recordActOnOthers(transaction, call, origin, { act: 'item.changed' });
  });
  return { success: true };
}

/** Types that state something about both items; ArcGIS calls their rule `mustOwnAllItems` or `mustOwnDestinationItem`. */
const ofBoth: ReadonlySet<string> = new Set([
  'APIKey2Item',
  'Area2CustomPackage',
  'Area2Package',
  'Item2Attachment',
  'Listed2Provisioned',
  'Map2AppConfig',
  'Map2Area',
  'Map2IndoorsConfig',
  'Service2Data',
  'Service2Layer',
  'Service2Route',
  'Service2Service',
  'Service2Style',
  'Style2Style',
]);

/** The types of ArcGIS: https://developers.arcgis.com/rest/users-groups-and-items/relationship-types/ */
const types: ReadonlySet<string> = new Set([
  ...ofBoth,
  'App2DependentApp',
  'Data2App',
  'Data2Map',
  'Data2Scene',
  'Data2Survey',
  'Data2SurveyAddIn',
  'FeatureService2WorkforceMap',
  'Item2Mission',
  'Item2Report',
  'Item2Solution',
  'Listed2ImplicitlyListed',
  'Map2App',
  'Map2FeatureCollection',
  'Map2Service',
  'Map2StoryMapTheme',
  'Mission2Item',
  'MobileApp2Code',
  'Notebook2WebTool',
  'Scene2App',
  'Service2Report',
  'Service2Survey',
  'Solution2Item',
  'Survey2Data',
  'Survey2Service',
  'SurveyAddIn2Data',
  'Theme2Story',
  'TrackView2Map',
  'WebStyle2DesktopStyle',
  'Widget2App',
  'WMA2Code',
  'WorkforceMap2FeatureService',
]);

/** The relation belongs to its origin, so the caller must control that, and see the destination or control it too. */
async function readRelation({
  context,
  caller,
  parameters,
}: PortalCall): Promise<{ origin: ItemRow; relation: Relation }> {
  requireMember(caller);
  const input = readOperation(relationSchema, parameters);
  const { originItemId, destinationItemId, relationshipType: type } = input;
  if (!types.has(type)) {
    throw new MappingError(
      'portal:invalid-relationship',
      '“relationshipType” is a type of ArcGIS, such as Map2Service.',
      { status: 400 },
    );
  }
  const origin = await loadItem({ context, caller, path: { id: originItemId } }, 'change');
  const needed = ofBoth.has(type) ? 'change' : 'see';
  const destination = await loadItem({ context, caller, path: { id: destinationItemId } }, needed);
  return { origin, relation: { origin_id: origin.id, destination_id: destination.id, type } };
}

import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import type { Operation } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { pageEnvelope, readPage } from '../search/paging.ts';
import { checkPortalId } from './get-portal.ts';
import { isServiceNameTaken } from './service-name-store.ts';

/** Of isServiceNameAvailable. */
const schema = z.object({ name: z.string().default(''), type: z.string().default('') });

/** `portals/{id}/settings`. */
export const getSettings: Operation = async (call) => {
  checkPortalId(call);
  return {
    id: call.context.portal.id,
    informationalBanner: { enabled: false, text: '', bgColor: '', fontColor: '' },
    enableSocialLinks: false,
    openData: { enabled: false },
  };
};

/** `portals/{id}/categorySchema`: the category schema for items. */
export const getCategorySchema: Operation = async (call) => {
  checkPortalId(call);
  return { categorySchema: call.context.portal.categorySchema };
};

/** `portals/{id}/classification/classificationSchema`: items of this portal are not classified. */
export const getClassificationSchema: Operation = async (call) => {
  checkPortalId(call);
  return { classificationSchema: {} };
};

/** `portals/{id}/isServiceNameAvailable` `name`, `type`. */
export const isServiceNameAvailable: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const { name, type } = readOperation(schema, call.parameters);
  if (name === '' || (await isServiceNameTaken(call.context.database, orgId, name, type)))
    return { available: false };
  return { available: (await call.context.hosting.findOwnerOf(orgId, name)) === undefined };
};

/** `portals/{id}/roles`: custom roles. There are none. */
export const listRoles: Operation = async (call) => {
  checkPortalId(call);
  requireMember(call.caller);
  return { ...pageEnvelope(readPage(call.parameters), 0), roles: [] };
};

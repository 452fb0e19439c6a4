import { z } from 'zod';
import { numberFrom, readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';
import type { Operation } from '../../operation.ts';
import { requireMember } from '../../access/refusals.ts';
import { loadItem } from '../items/load-item.ts';
import { findRating, saveRating } from './rating-store.ts';

const schema = z.object({ rating: numberFrom(1, 5) });

/** `content/items/{id}/addRating` with `rating` from 1 to 5; a second one replaces the first. */
export const addRating: Operation = async (call) => {
  const member = requireMember(call.caller);
  const item = await loadItem(call, 'rate');
  const { rating } = readOperation(schema, call.parameters, invalidRating);
  const { database, now } = call.context;
  await saveRating(database, item.id, member.username, { rating, created_at: now() });
  return { success: true, itemId: item.id };
};

/** `content/items/{id}/deleteRating`: the caller's own. */
export const deleteRating: Operation = async (call) => {
  const member = requireMember(call.caller);
  const item = await loadItem(call, 'see');
  await saveRating(call.context.database, item.id, member.username, undefined);
  return { success: true, itemId: item.id };
};

/** `content/items/{id}/rating`: the caller's own; empty when there is none. */
export const getRating: Operation = async (call) => {
  const member = requireMember(call.caller);
  const item = await loadItem(call, 'see');
  const found = await findRating(call.context.database, item.id, member.username);
  return found ? { rating: found.rating, created: found.created_at } : {};
};

function invalidRating(): MappingError {
  return new MappingError('portal:invalid-rating', 'A rating is a number from 1 to 5.', { status: 400 });
}

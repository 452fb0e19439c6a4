import { readOperation } from '../../platform/arcgis/schema.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import { loadGroup } from '../access/load-group.ts';
import { findCategorySchema, setItemCategories } from '../community/group-categories-store.ts';
import { categoryPaths, findPath } from '../community/groups/category-schema.ts';
import type { Operation } from '../operation.ts';

/**
 * `content/groups/{id}/updateItems` `items=[{"<item id>":{"categories":[…]}}]`: assigns the group's
 * categories to its items, for group managers. Each has its own result.
 */
export const fileGroupItems: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const known = categoryPaths(await findCategorySchema(context.database, group.id));
  const results = [];
  for (const [itemId, wanted] of readItems(readOperation(schema, parameters).items)) {
    const found = wanted.map((each) => findPath(known, each));
    const unknown = wanted.find((_, index) => found[index] === undefined);
    const categories = [...new Set(found.filter((each) => each !== undefined))];
    const message =
      unknown !== undefined
        ? `The group has no category “${unknown}”.`
        : (await setItemCategories(context.database, group.id, itemId, categories))
          ? undefined
          : 'The item is not in the group.';
    results.push({
      itemId,
      success: message === undefined,
      ...(message && { error: { code: 400, message } }),
    });
  }
  return { results };
};

const schema = z.object({ items: z.string().optional() });

const given = z
  .array(z.record(z.string(), z.object({ categories: z.array(z.string()).max(limits.itemCategories) })))
  .max(limits.itemsPerCall);

function readItems(text: string | undefined): [itemId: string, categories: string[]][] {
  try {
    return given
      .parse(parseJson(text ?? ''))
      .flatMap((each) =>
        Object.entries(each).map(([id, { categories }]) => [id, categories] as [string, string[]]),
      );
  } catch (cause) {
    const message = `Give [{"<item id>":{"categories":["/Categories/…"]}}] of at most ${limits.itemsPerCall} items, ${limits.itemCategories} categories each.`;
    throw new MappingError('portal:invalid-parameters', message, {
      status: 400,
      cause,
      faults: [{ path: 'items', message }],
    });
  }
}

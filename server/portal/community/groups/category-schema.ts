import { hasMoreValues, parseStorableJson } from '../../../platform/safety/json-shape.ts';
import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { plainTerm } from '../../search/text/words.ts';

export interface GroupCategory {
  title: string;
  description?: string | undefined;
  categories: GroupCategory[];
}

/**
 * A category schema of an ArcGIS portal: its root is the name of the tree. Or the name of a predefined set.
 */
export type GroupCategorySchema = (GroupCategory | { source: string })[];

const tooMany = `At most ${limits.groupCategories} categories.`;

/** Objects, lists and members of them: a category has three members and those of other programs. */
const schemaValues = limits.groupCategories * 12;

/** Only the first of many faults are reported. */
const namedFaults = 20;

const title = z
  .string()
  .trim()
  .min(1)
  .max(limits.categoryTitle)
  .regex(/^[^/]*$/, 'A category must not contain a slash, which separates the parts of a path.');

const category: z.ZodType<GroupCategory> = z.object({
  title,
  description: z.string().max(limits.itemSnippet).optional(),
  // More than there may be, which `readCategorySchema` reports: a list that ends early has no words of its own in a union.
  categories: z.lazy(() => z.array(category).max(2 * limits.groupCategories)).default([]),
});

const schema = z.object({
  categorySchema: z
    .array(
      z.union(
        [z.object({ source: z.string().regex(/^contentCategorySetsGroupQuery\.\S+$/) }), category],
        `Specify a tree, each category with a title, at most ${limits.groupCategories}, or the source of a predefined set.`,
      ),
    )
    .min(1)
    .max(10),
});

/**
 * Reads `categorySchema`, a text `{"categorySchema":[…]}` as `assignCategorySchema` takes it.
 * @throws MappingError `portal:invalid-category-schema` that names the first faults
 */
export function readCategorySchema(text: string | undefined): GroupCategorySchema {
  const read = schema.safeParse(parse(text));
  if (!read.success) {
    throw invalidSchema(
      read.error.issues
        .slice(0, namedFaults)
        .map(({ path, message }) => ({ path: path.join('.') || 'categorySchema', message })),
    );
  }
  const paths = categoryPaths(read.data.categorySchema);
  if (paths.length > limits.groupCategories)
    throw invalidSchema([{ path: 'categorySchema', message: tooMany }]);
  if (paths.some((path) => path.split('/').length - 2 > limits.categoryDepth))
    throw invalidSchema([{ path: 'categorySchema', message: `At most ${limits.categoryDepth} levels.` }]);
  const known = new Set<string>();
  for (const { path, folded } of foldPaths(paths)) {
    if (known.has(folded))
      throw invalidSchema([{ path: 'categorySchema', message: `“${path}” is there twice.` }]);
    known.add(folded);
  }
  return read.data.categorySchema;
}

/** Every category below the roots as its path, `/Categories/Water/Rivers`, parents first. */
export function categoryPaths(categories: GroupCategorySchema, parent = ''): string[] {
  return categories.flatMap((each) => {
    if ('source' in each) return [];
    const path = `${parent}/${each.title}`;
    const below = categoryPaths(each.categories, path);
    return parent === '' ? below : [path, ...below];
  });
}

/** A category's path, and the same to compare with, without letter case and accents. */
export interface FoldedPath {
  path: string;
  folded: string;
}

/** Folding is slow, so a request does it once. */
export function foldPaths(paths: readonly string[]): FoldedPath[] {
  return paths.map((path) => ({ path, folded: foldPath(path) }));
}

/**
 * Paths matched by a search for this category: the path with all below it, or every category of this name
 * with all below.
 */
export function matchingPaths(paths: readonly FoldedPath[], name: string): string[] {
  const wanted = foldPath(name);
  const matches = name.includes('/')
    ? (folded: string) => `${folded}/`.startsWith(`${wanted}/`)
    : (folded: string) => folded.split('/').slice(2).includes(wanted);
  return paths.filter(({ folded }) => matches(folded)).map(({ path }) => path);
}

/** The path as written in the schema; undefined when it has no such category. */
export function findPath(paths: readonly FoldedPath[], path: string): string | undefined {
  const wanted = foldPath(path);
  return paths.find(({ folded }) => folded === wanted)?.path;
}

function foldPath(path: string): string {
  return path.split('/').map(plainTerm).join('/');
}

function parse(text: string | undefined): unknown {
  if (hasMoreValues(text ?? '', schemaValues))
    throw invalidSchema([{ path: 'categorySchema', message: tooMany }]);
  try {
    const value: unknown = parseStorableJson(text ?? '');
    return Array.isArray(value) ? { categorySchema: value } : value;
  } catch {
    throw invalidSchema([{ path: 'categorySchema', message: 'Specify {"categorySchema":[…]} as JSON.' }]);
  }
}

function invalidSchema(faults: { path: string; message: string }[]): MappingError {
  return new MappingError('portal:invalid-category-schema', 'The categories cannot be used.', {
    status: 400,
    faults,
  });
}

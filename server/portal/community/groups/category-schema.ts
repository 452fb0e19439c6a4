import { parseStorableJson } from '../../../platform/safety/json-shape.ts';
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

const title = z
  .string()
  .trim()
  .min(1)
  .max(limits.categoryTitle)
  .regex(/^[^/]*$/, 'A category must not contain a slash, which separates the parts of a path.');

const category: z.ZodType<GroupCategory> = z.object({
  title,
  description: z.string().max(limits.itemSnippet).optional(),
  categories: z.lazy(() => z.array(category)).default([]),
});

const schema = z.object({
  categorySchema: z
    .array(
      z.union([z.object({ source: z.string().regex(/^contentCategorySetsGroupQuery\.\S+$/) }), category]),
    )
    .min(1)
    .max(10),
});

/**
 * Reads `categorySchema`, a text `{"categorySchema":[…]}` as `assignCategorySchema` takes it.
 * @throws MappingError `portal:invalid-category-schema` that names every fault
 */
export function readCategorySchema(text: string | undefined): GroupCategorySchema {
  const read = schema.safeParse(parse(text));
  if (!read.success) {
    throw invalidSchema(
      read.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'categorySchema', message })),
    );
  }
  const paths = categoryPaths(read.data.categorySchema);
  if (paths.length > limits.groupCategories)
    throw invalidSchema([
      { path: 'categorySchema', message: `At most ${limits.groupCategories} categories.` },
    ]);
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

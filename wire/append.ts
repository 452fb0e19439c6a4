/**
 * What browser and server know about appending a file to an existing layer. The response of `append/jobs/{id}`
 * contains `report` and `faults` besides the members that ArcGIS clients read.
 */

/** A field as far as names are matched. */
interface NamedField {
  name: string;
}

/** What an append has done. */
export interface AppendReport {
  added: number;
  updated: number;
  /** Features that existed before and were deleted, where the data were replaced. */
  deleted: number;
  /** Rows left out on request, and rows that did not fit. */
  skipped: number;
  failed: number;
}

/**
 * Why a file does not fit a layer, besides the English message: the browser application has the sentence
 * (`gallery.append.refused.<code>`, without `append-`), as for the files that it refuses itself.
 */
export type RefusedFile =
  | { code: 'append-several' | 'append-geometry' | 'append-fields' }
  | { code: 'append-missing'; values: { fields: string } };

/**
 * Matches the fields of a file with those of a layer by name, in any letter case. A name that a layer cannot
 * have, such as `height (m)`, matches the field that publishing makes of it.
 * @returns for each field of the layer that has one, the name of the file's field
 */
export function matchFields(
  target: readonly NamedField[],
  source: readonly NamedField[],
): ReadonlyMap<string, string> {
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  for (const key of [exact, plain]) {
    for (const { name } of target) {
      if (matched.has(name)) continue;
      const found = source.find((field) => !taken.has(field.name) && key(field.name) === key(name));
      if (!found) continue;
      matched.set(name, found.name);
      taken.add(found.name);
    }
  }
  return matched;
}

const exact = (name: string) => name.toLowerCase();

/** As the fields of a published layer are named. */
function plain(name: string): string {
  const cleaned = name.replaceAll(/[^\p{L}\p{N}_]/gu, '_').slice(0, 60);
  return exact(/^\p{L}/u.test(cleaned) ? cleaned : `F${cleaned}`);
}

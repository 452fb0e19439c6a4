import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import type { PortalGroupAccess } from '../../../platform/database/tables/portal.ts';
import type { PortalCall } from '../../operation.ts';
import { commaList } from '../comma-list.ts';

/** Details of a group from a request; a field that the request doesn't have is undefined. */
export interface GroupDetails {
  title?: string;
  access?: PortalGroupAccess;
  snippet?: string;
  description?: string;
  tags?: string[];
  sortField?: string;
  sortOrder?: 'asc' | 'desc';
  isInvitationOnly?: boolean;
  isViewOnly?: boolean;
}

/**
 * Reads the fields of createGroup and update. With `clearEmptyFields=true` a blank value clears the field.
 * @throws MappingError `portal:invalid-group` that names every invalid field
 */
export function readGroupDetails({
  parameters,
  blank,
}: Pick<PortalCall, 'parameters' | 'blank'>): GroupDetails {
  const clears = parameters['clearEmptyFields'] === 'true';
  const text = (name: string) => parameters[name] ?? (clears && blank.has(name) ? '' : undefined);
  const faults: Fault[] = [];
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T | undefined => {
    const value = parameters[name];
    const found = allowed.find((each) => each === value);
    if (value !== undefined && found === undefined)
      faults.push({ path: name, message: `Give one of ${allowed.join(', ')}.` });
    return found;
  };
  const atMost = (name: string, length: number, code: 'long-title' | 'long-summary' | 'long-description') => {
    const value = text(name);
    if (value !== undefined && value.length > length)
      faults.push({
        path: name,
        message: `At most ${length} characters.`,
        ...coded(code, { most: length }),
      });
    return value;
  };
  const details: GroupDetails = {
    title: parameters['title'] === undefined ? undefined : atMost('title', 250, 'long-title'),
    access: oneOf('access', ['private', 'org', 'public']),
    snippet: atMost('snippet', 2048, 'long-summary'),
    description: atMost('description', 100_000, 'long-description'),
    tags: readTags(text('tags'), faults),
    sortField: oneOf('sortField', ['title', 'owner', 'avgRating', 'numViews', 'created', 'modified', 'name']),
    sortOrder: oneOf('sortOrder', ['asc', 'desc']),
    isInvitationOnly: flag(oneOf('isInvitationOnly', ['true', 'false'])),
    isViewOnly: flag(oneOf('isViewOnly', ['true', 'false'])),
  };
  if (faults.length > 0)
    throw new MappingError('portal:invalid-group', 'Invalid group details.', { status: 400, faults });
  return details;
}

/** Reads tags, with the same limits as an item's. */
function readTags(
  text: string | undefined,
  faults: { path: string; message: string }[],
): string[] | undefined {
  if (text === undefined) return undefined;
  const tags = commaList(text);
  if (tags.length > limits.itemTags)
    faults.push({ path: 'tags', message: `Give at most ${limits.itemTags}.` });
  if (tags.some((tag) => tag.length > limits.itemTag))
    faults.push({ path: 'tags', message: `Each may have at most ${limits.itemTag} characters.` });
  return tags;
}

function flag(value: 'true' | 'false' | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true';
}

import { z } from 'zod';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';
import { commaList, readOperation } from '../../../platform/arcgis/schema.ts';
import { MappingError } from '../../../../wire/errors.ts';

/** More groups in one request than a user may have are a mistake. */
const mostGroups = 200;

const schema = z.object({ groups: commaList.default([]) });

/** Ids of `groups`, a comma list. */
export function readGroupIds(parameters: Parameters): string[] {
  const { groups: asked } = readOperation(schema, parameters);
  if (asked.length > mostGroups) {
    throw new MappingError('portal:too-many-groups', `Give at most ${mostGroups} groups.`, { status: 400 });
  }
  return asked;
}

import { sql, type SqlBool } from 'kysely';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureSelection } from '../../storage/feature-store.ts';
import { parseCondition } from '../../where/parse.ts';
import type { Condition } from '../../where/syntax-tree.ts';
import { compileCondition } from '../../where/where-condition.ts';
import type { Parameters } from '../parameters.ts';
import { readSpatialFilter } from './spatial-filter.ts';
import { readTime } from './time-condition.ts';

/** Which features a request means: where, objectIds, geometry and time together. */
export interface RequestedSelection extends FeatureSelection {
  /** True when the same request may mean other features a moment later. */
  volatile: boolean;
}

export function readSelection(
  parameters: Parameters,
  layer: HostedLayer,
  now: number,
  onLoop = false,
): RequestedSelection {
  const where = parameters.text('where');
  const condition = where === undefined ? undefined : parseCondition(where);
  // Checked even when it says nothing: `1=1` costs no condition.
  const compiled =
    condition && compileCondition(condition, { fields: layer.fields, parameter: 'where', now });
  const objectIds = parameters.ids('objectIds');
  const conditions = [
    ...(compiled && condition && !isAlwaysTrue(condition) ? [compiled.sql] : []),
    ...(objectIds ? [sql<SqlBool>`objectid = any(cast(${objectIds} as bigint[]))`] : []),
    ...readTime(parameters, layer),
  ];
  return {
    conditions,
    space: readSpatialFilter(parameters, layer, onLoop),
    volatile: compiled?.volatile ?? false,
    onLoop,
  };
}

/** `1=1`, which clients send to mean everything. */
function isAlwaysTrue(condition: Condition): boolean {
  return (
    condition.kind === 'compare' &&
    condition.operator === '=' &&
    condition.left.kind === 'number' &&
    condition.right.kind === 'number' &&
    condition.left.value === condition.right.value
  );
}

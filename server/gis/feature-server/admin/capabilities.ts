import type { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import type { HostedService } from '../../layer/layer.ts';
import { changeTracking } from '../sync/generations.ts';
import { extract, sync } from '../rights.ts';
import type { serviceUpdate } from './read-definition.ts';

type ServiceUpdate = z.output<typeof serviceUpdate>;

/** Whether an update turns offline copies on. */
export function asksForSync({ capabilities, syncEnabled }: ServiceUpdate): boolean {
  return syncEnabled ?? namesIn(capabilities ?? '').includes(sync);
}

/** Whether offline copies are allowed after an update, which has `syncEnabled`, capabilities, both or neither. */
export function readSync(update: ServiceUpdate, { capabilities }: HostedService): boolean {
  const isUnchanged = update.syncEnabled === undefined && update.capabilities === undefined;
  return isUnchanged ? capabilities.includes(sync) : asksForSync(update);
}

function namesIn(capabilities: string): string[] {
  return capabilities.split(',').map((each) => each.trim());
}

const changing = ['Create', 'Delete', 'Update'];
const order = ['Create', 'Delete', 'Query', 'Update', 'Editing', extract];

/** Capabilities of a service: to read, to edit in some ways, and to export. `Editing` without a way means all of them. */
export function readCapabilities(text: string): string[] {
  const given = namesIn(text).filter((each) => each !== '' && each !== changeTracking && each !== sync);
  const unknown = given.find((each) => !order.includes(each));
  if (unknown) throw parameterError('updateDefinition.capabilities', `${unknown} is not supported.`);
  if (!given.includes('Query'))
    throw parameterError('updateDefinition.capabilities', 'Query cannot be turned off.');
  const ways = given.filter((each) => changing.includes(each));
  const all = given.includes('Editing') && ways.length === 0 ? changing : ways;
  return order.filter((each) =>
    each === 'Editing'
      ? all.length > 0
      : all.includes(each) || (!changing.includes(each) && given.includes(each)),
  );
}

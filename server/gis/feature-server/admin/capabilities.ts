import type { z } from 'zod';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readServiceCapabilities } from '../../../platform/arcgis/service-capabilities.ts';
import type { HostedService } from '../../layer/layer.ts';
import { changeTracking } from '../sync/generations.ts';
import { sync } from '../rights.ts';
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

/** The capabilities of a service after an update; undefined: as they are. */
export function capabilitiesAfter(update: ServiceUpdate, service: HostedService): string[] | undefined {
  if (update.capabilities === undefined && update.syncEnabled === undefined) return undefined;
  const read = readCapabilities(update.capabilities ?? service.capabilities.join(','));
  return readSync(update, service) ? [...read, sync] : read;
}

/** The capabilities that a text names; `Sync` and `ChangeTracking` depend on other settings. */
function readCapabilities(text: string): string[] {
  const parameter = 'updateDefinition.capabilities';
  const given = namesIn(text).filter((each) => each !== '' && each !== changeTracking && each !== sync);
  const read = readServiceCapabilities(given, parameter);
  if (!given.includes('Query')) throw parameterError(parameter, 'Query cannot be turned off.');
  return read;
}

import { z } from 'zod';
import { type Field, findField } from '../layer/field.ts';
import type { LayerDefinition } from '../layer/layer.ts';
import type { Refuse } from './field-definition.ts';
import { refuseUnkept } from './refuse-unkept.ts';

const text = z.string().max(100_000);
const scale = z.number().min(0);
const objects = z.array(z.looseObject({})).max(2000);

/** The members of a layer that are given to new layers and can be changed later. */
export const layerMembers = {
  name: z.string().trim().min(1).max(200),
  description: text.nullish(),
  copyrightText: text.nullish(),
  displayField: z.string().nullish(),
  minScale: scale.nullish(),
  maxScale: scale.nullish(),
  defaultVisibility: z.boolean().nullish(),
  drawingInfo: z.looseObject({}).nullish(),
  templates: objects.nullish(),
  types: objects.nullish(),
  typeIdField: z.string().nullish(),
  timeInfo: z
    .looseObject({
      startTimeField: z.string().nullish(),
      endTimeField: z.string().nullish(),
      trackIdField: z.string().nullish(),
      timeInterval: z.number().min(0).nullish(),
      timeIntervalUnits: z.string().max(60).nullish(),
      exportOptions: z.looseObject({}).nullish(),
      hasLiveData: z.boolean().nullish(),
    })
    .nullish(),
  hasAttachments: z.boolean().nullish(),
};

const newLayer = z.object(layerMembers);

/**
 * The fields that a layer's time is read from; null without a start.
 * @throws MappingError made by `refuse` for a field that does not exist or is not a date field
 */
export function readTime(
  fields: readonly Pick<Field, 'name' | 'type'>[],
  given: z.output<typeof newLayer>['timeInfo'],
  refuse: Refuse,
): LayerDefinition['timeInfo'] {
  if (!given?.startTimeField) return null;
  const { timeInterval, timeIntervalUnits, exportOptions, hasLiveData, ...rest } = given;
  refuseUnkept(rest, ['startTimeField', 'endTimeField', 'trackIdField'], 'timeInfo', refuse);
  const find = (name: string) => {
    const field = findField(fields, name);
    if (!field) throw refuse(`There is no field ${name.slice(0, 60)}.`);
    return field;
  };
  const dateField = (name: string) => {
    const field = find(name);
    if (!field.type.startsWith('esriFieldTypeDate'))
      throw refuse(`The field ${field.name} is not a date field.`);
    return field.name;
  };
  return {
    startTimeField: dateField(given.startTimeField),
    endTimeField: given.endTimeField ? dateField(given.endTimeField) : null,
    trackIdField: given.trackIdField ? find(given.trackIdField).name : null,
    ...(timeInterval && { timeInterval, timeIntervalUnits: timeIntervalUnits ?? '' }),
    ...(exportOptions && { exportOptions }),
    ...(hasLiveData && { hasLiveData }),
  };
}

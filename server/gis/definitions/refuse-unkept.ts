import { utcReference } from '../../platform/arcgis/unsupported.ts';
import type { Refuse } from './field-definition.ts';
import { cut } from '../../platform/safety/stored-text.ts';

/** Whether a value leaves a layer as this server makes it, and what to do otherwise. */
type Settled = readonly [isKept: (value: unknown) => boolean, cure: string];

const isOff = (value: unknown) => value === false;
const isUtc = (value: unknown) => utcReference.safeParse(value).success;
const never = () => false;

const noVersions = 'Versions are not supported.';
const utc = 'Other time zones than UTC are not supported.';
const noCondition = 'Only layers of views have a condition: set the viewDefinitionQuery of a view.';
const whenCreated = 'Set it with updateDefinition when the layer exists.';

/** Members of layers and services that would have an effect elsewhere. */
const settled: Readonly<Record<string, Settled>> = {
  definitionExpression: [never, noCondition],
  definitionQuery: [never, noCondition],
  viewDefinitionQuery: [never, noCondition],
  isDataArchived: [isOff, whenCreated],
  archivingInfo: [(value) => !Object.hasOwn(Object(value), 'historyReaders'), whenCreated],
  visitorAccess: [never, whenCreated],
  isDataVersioned: [isOff, noVersions],
  isDataBranchVersioned: [isOff, noVersions],
  dateFieldsTimeReference: [isUtc, utc],
  preferredTimeReference: [isUtc, utc],
  datesInUnknownTimezone: [isOff, utc],
  timeReference: [isUtc, utc],
  objectIdField: [(value) => /^objectid$/i.test(String(value)), 'The object id is the field OBJECTID.'],
  globalIdField: [(value) => /^globalid$/i.test(String(value)), 'The global id is the field GlobalID.'],
  zDefault: [(value) => value === 0, 'zDefault is not supported.'],
  adminLayerInfo: [
    (value) => !Object.hasOwn(Object(value), 'viewLayerDefinition'),
    'Only a service created with isView shows layers of others.',
  ],
  visible: [(value) => value === true, 'Only views hide fields.'],
  popupInfo: [never, 'Popups are part of the data of the item: send them with update.'],
};

/** Flags and lists with which servers describe what they can do; the responses of this server have its own. */
const abilities = /^(supports|supported|is|has|can|allow|onlyAllow|advanced|max|standardMax|tileMax)[A-Z]/;

/** Other members that a server computes or decides, in the descriptions that clients send back to another one. */
const computed = new Set(
  [
    // Of layers.
    'currentVersion capabilities type serviceItemId serviceUrl cacheMaxAge editingInfo collation extent geometryProperties',
    'attachmentProperties uniqueIdField htmlPopupType useStandardizedQueries queryBinsCapabilities infoInEstimates',
    'sourceSpatialReference heightModelInfo enableZDefaults enableNullGeometry viewSourceHasAttachments parentLayer',
    'subLayers effectiveMinScale effectiveMaxScale exceedsLimitFactor syncCanReturnChanges multiScaleGeometryInfo',
    'percentileMethod lastEditDate schemaLastEditDate size _ssl sourceSchemaChangesAllowed changeTrackingInfo',
    'percentileAlgorithm xssPreventionInfo spatialReference viewTime layerOverridesEnabled',
    // Of services. The ids of layers are always kept, or refused.
    'preserveLayerIds documentInfo initialExtent fullExtent units syncEnabled syncCapabilities adminServiceInfo relationships',
    // Of fields and of their time.
    'sqlType actualType modelName required precision scale generated timeExtent',
    // Of relationships: a table of their own is refused by its id.
    'catalogID keyFieldInRelationshipTable',
  ].flatMap((names) => names.split(' ')),
);

/** A member that says nothing, as clients send those that they have no value for. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The first member of an object that says something and is not among `known`. */
export function findUnknown(given: unknown, known: ReadonlySet<string>): string | undefined {
  const entry = Object.entries(Object(given) as object).find(
    ([name, value]) => !known.has(name) && !isEmpty(value),
  );
  return entry && cut(entry[0], 60);
}

/**
 * Refuses what a new layer would lose: members that were not read, unless they describe what the server decides itself
 * (docs/arcgis-protocol.md#new-services-and-layers).
 * @param known names of the members that were read
 * @param which whose they are, for the error: "The layer Trees"
 * @throws MappingError made by `refuse`, that names the member
 */
export function refuseUnkept(given: unknown, known: readonly string[], which: string, refuse: Refuse): void {
  for (const [name, value] of Object.entries(Object(given) as object)) {
    if (known.includes(name) || isEmpty(value)) continue;
    const usual: Settled = computed.has(name) || abilities.test(name) ? [() => true, ''] : [never, ''];
    // Every object has a constructor by inheritance.
    const [isKept, cure] = (Object.hasOwn(settled, name) ? settled[name] : undefined) ?? usual;
    if (isKept(value)) continue;
    throw refuse(`${which} cannot have ${cut(name, 60)} as given. ${cure || 'Omit it.'}`);
  }
}

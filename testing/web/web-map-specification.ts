import { z } from 'zod';
import { renderer, textSymbol } from './renderer-specification.ts';

/**
 * The members of web maps that this application writes, after Esri's public description of them: a name or a type that it does not
 * list is an error. No machine-readable form of it is published.
 * https://developers.arcgis.com/web-map-specification/
 */

const scale = z.number().min(0);
const text = z.string();
const flag = z.boolean();
const spatialReference = z.strictObject({
  wkid: z.int().optional(),
  latestWkid: z.int().optional(),
  vcsWkid: z.int().optional(),
  latestVcsWkid: z.int().optional(),
  wkt: text.optional(),
});

const label = z.looseObject({
  labelExpressionInfo: z.strictObject({ expression: text.optional(), title: text.optional() }).optional(),
  labelPlacement: text.regex(/^esriServer(Point|Line|Polygon)(LabelPlacement|Placement)\w+$/).nullish(),
  minScale: scale.optional(),
  maxScale: scale.optional(),
  name: text.optional(),
  where: text.nullish(),
  symbol: textSymbol.optional(),
});
const expressions = z.array(
  z.strictObject({ name: text, title: text.optional(), expression: text, returnType: text.optional() }),
);
const fieldInfo = z.looseObject({ fieldName: text, label: text.nullish(), visible: flag.optional() });
const popup = z.strictObject({
  title: text.nullish(),
  description: text.nullish(),
  expressionInfos: expressions.optional(),
  fieldInfos: z.array(fieldInfo).nullish(),
  layerOptions: z.looseObject({}).nullish(),
  mediaInfos: z.array(z.looseObject({})).optional(),
  popupElements: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('text'), text: text.optional() }),
        z.looseObject({ type: z.literal('fields'), fieldInfos: z.array(fieldInfo).optional() }),
        z.looseObject({
          type: z.literal('media'),
          mediaInfos: z
            .array(
              z.looseObject({
                type: z.enum(['image', 'barchart', 'columnchart', 'linechart', 'piechart']),
                value: z.looseObject({}).optional(),
              }),
            )
            .optional(),
        }),
        z.looseObject({ type: z.literal('attachments'), displayType: text.optional() }),
        z.looseObject({ type: z.literal('expression'), expressionInfo: z.looseObject({ expression: text }) }),
        z.looseObject({
          type: z.literal('relationship'),
          relationshipId: z.int(),
          displayType: z.literal('list'),
        }),
      ]),
    )
    .optional(),
  relatedRecordsInfo: z.looseObject({}).optional(),
  showAttachments: flag.optional(),
  showLastEditInfo: flag.optional(),
});

const length = { minLength: z.int().optional(), maxLength: z.int().optional() };
const none = { noValueOptionLabel: text.optional(), showNoValueOption: flag.optional() };
const when = (value: z.ZodType) => ({ min: value.optional(), max: value.optional() });
const coded = z.union([z.number(), text]);
const input = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text-box'), ...length }),
  z.strictObject({ type: z.literal('text-area'), ...length }),
  z.strictObject({ type: z.literal('barcode-scanner'), ...length }),
  z.strictObject({ type: z.literal('combo-box'), ...none }),
  z.strictObject({ type: z.literal('radio-buttons'), ...none }),
  z.strictObject({ type: z.literal('switch'), onValue: coded, offValue: coded }),
  z.strictObject({ type: z.literal('date-picker'), ...when(text) }),
  z.strictObject({ type: z.literal('time-picker'), ...when(text), timeResolution: text.optional() }),
  z.strictObject({ type: z.literal('datetime-picker'), ...when(z.int()), includeTime: flag.optional() }),
  z.strictObject({
    type: z.literal('timestampoffset-picker'),
    ...when(text),
    includeTimeOffset: flag.optional(),
    timeResolution: text.optional(),
  }),
]);
const described = {
  description: text.optional(),
  label: text.optional(),
  visibilityExpression: text.optional(),
};
const fieldElement = z.strictObject({
  ...described,
  type: z.literal('field'),
  fieldName: text,
  domain: z.looseObject({}).optional(),
  editableExpression: text.optional(),
  requiredExpression: text.optional(),
  valueExpression: text.optional(),
  hint: text.optional(),
  inputType: input,
});
const textElement = z.strictObject({
  type: z.literal('text'),
  text,
  textFormat: z.enum(['plain-text', 'markdown']).optional(),
  visibilityExpression: text.optional(),
});
const otherElements = [
  z.looseObject({ type: z.literal('attachment'), attachmentKeyword: text }),
  z.looseObject({ type: z.literal('relationship'), relationshipId: z.int() }),
] as const;
const formSpecification = z.strictObject({
  title: text.optional(),
  description: text.optional(),
  expressionInfos: expressions.optional(),
  preserveFieldValuesWhenHidden: flag.optional(),
  formElements: z.array(
    z.discriminatedUnion('type', [
      fieldElement,
      textElement,
      ...otherElements,
      z.strictObject({
        ...described,
        type: z.literal('group'),
        initialState: z.enum(['collapsed', 'expanded']).optional(),
        formElements: z.array(z.discriminatedUnion('type', [fieldElement, textElement, ...otherElements])),
      }),
    ]),
  ),
});

const aggregate = z.looseObject({ name: text, statisticType: text.optional() });
const reduction = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('cluster'),
    clusterRadius: z.number().optional(),
    clusterMinSize: z.number().optional(),
    clusterMaxSize: z.number().optional(),
    popupInfo: popup.optional(),
    fields: z.array(aggregate).optional(),
    drawingInfo: z
      .looseObject({ labelingInfo: z.array(label).nullish(), renderer: renderer.optional() })
      .optional(),
  }),
  z.looseObject({
    type: z.literal('binning'),
    fixedBinLevel: z.int().min(1).max(9).optional(),
    popupInfo: popup.optional(),
    fields: z.array(aggregate).optional(),
    drawingInfo: z
      .looseObject({ labelingInfo: z.array(label).nullish(), renderer: renderer.optional() })
      .optional(),
  }),
]);
const definition = z.looseObject({
  definitionExpression: text.nullish(),
  minScale: scale.optional(),
  maxScale: scale.optional(),
  drawingInfo: z
    .looseObject({
      renderer: renderer.optional(),
      labelingInfo: z.array(label).nullish(),
      transparency: z.number().min(0).max(100).optional(),
    })
    .optional(),
  featureReduction: reduction.nullish(),
});

const effectFunction = z.looseObject({ type: text });
const layerMembers = {
  id: text,
  title: text.optional(),
  itemId: text.optional(),
  visibility: flag.optional(),
  opacity: z.number().min(0).max(1).optional(),
  blendMode: text.optional(),
  effect: z
    .union([z.array(effectFunction), z.array(z.strictObject({ scale, value: z.array(effectFunction) }))])
    .optional(),
  refreshInterval: z.number().min(0).optional(),
  minScale: scale.optional(),
  maxScale: scale.optional(),
  showLegend: flag.optional(),
  /** Of this application; other programs ignore it. */
  mappingRecipe: z.looseObject({}).optional(),
};
const withFeatures = {
  ...layerMembers,
  disablePopup: flag.optional(),
  popupInfo: popup.optional(),
  layerDefinition: definition.optional(),
  showLabels: flag.optional(),
  timeAnimation: flag.optional(),
  attributeTableInfo: z.looseObject({}).optional(),
};
const url = text.regex(/^https?:/);
const columns = z.looseObject({ fieldName: text.optional(), name: text.optional() });

const layer = z.discriminatedUnion('layerType', [
  z.strictObject({
    ...withFeatures,
    layerType: z.literal('ArcGISFeatureLayer'),
    url: url.optional(),
    charts: z.array(z.looseObject({})).optional(),
    formInfo: formSpecification.optional(),
    featureCollection: z
      .strictObject({
        showLegend: flag.optional(),
        layers: z.array(
          z.strictObject({
            id: z.union([z.int(), text]).optional(),
            title: text.optional(),
            opacity: z.number().optional(),
            visibility: flag.optional(),
            defaultVisibility: flag.optional(),
            showLegend: flag.optional(),
            disablePopup: flag.optional(),
            popupInfo: popup.optional(),
            formInfo: formSpecification.optional(),
            attributeTableInfo: z.looseObject({}).optional(),
            nextObjectId: z.int().optional(),
            layerDefinition: definition,
            featureSet: z.strictObject({
              features: z.array(z.looseObject({ attributes: z.looseObject({}).optional() })),
              geometryType: text.startsWith('esriGeometry').optional(),
            }),
          }),
        ),
      })
      .optional(),
    featureCollectionType: z.enum(['markup', 'notes', 'route']).optional(),
    mode: z.int().optional(),
    capabilities: text.optional(),
    isReference: flag.optional(),
  }),
  z.strictObject({
    ...withFeatures,
    layerType: z.literal('CSV'),
    url,
    columnDelimiter: text.optional(),
    locationInfo: z
      .strictObject({
        latitudeFieldName: text,
        longitudeFieldName: text,
        locationType: z.literal('coordinates'),
      })
      .optional(),
  }),
  z.strictObject({ ...withFeatures, layerType: z.literal('GeoJSON'), url: url.optional() }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('KML'),
    url,
    visibleFolders: z.array(z.int()).optional(),
  }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('WebTiledLayer'),
    templateUrl: text,
    subDomains: z.array(text).optional(),
    copyright: text.optional(),
    fullExtent: z.looseObject({}).optional(),
    tileInfo: z.looseObject({}).optional(),
    isReference: flag.optional(),
    wmtsInfo: z.looseObject({}).optional(),
  }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('ArcGISTiledImageServiceLayer'),
    url,
    disablePopup: flag.optional(),
    popupInfo: popup.optional(),
    interpolation: text.optional(),
    isReference: flag.optional(),
    layerDefinition: z.looseObject({}).optional(),
    timeAnimation: flag.optional(),
  }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('MediaLayer'),
    mediaType: z.enum(['image', 'video']).optional(),
    url: text.optional(),
    georeference: z
      .strictObject({
        coefficients: z.array(z.number()).length(8),
        controlPoints: z.array(z.strictObject({ x: z.number(), y: z.number() })).length(4),
        width: z.number(),
        height: z.number(),
        spatialReference,
      })
      .optional(),
  }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('VectorTileLayer'),
    styleUrl: url.optional(),
    isReference: flag.optional(),
  }),
  z.strictObject({
    ...layerMembers,
    layerType: z.literal('GroupLayer'),
    layers: z.array(z.looseObject({})),
    visibilityMode: z.enum(['independent', 'exclusive', 'inherited']).optional(),
  }),
]);

const webMapSpecification = z.strictObject({
  authoringApp: text,
  authoringAppVersion: text,
  version: text.regex(/^2\.\d+$/),
  spatialReference,
  baseMap: z.strictObject({ title: text, baseMapLayers: z.array(z.looseObject({ layerType: text })) }),
  operationalLayers: z.array(layer),
  initialState: z
    .strictObject({
      viewpoint: z.strictObject({
        targetGeometry: z.looseObject({}),
        rotation: z.number().min(0).max(360).optional(),
        scale: z.number().optional(),
      }),
    })
    .optional(),
  bookmarks: z
    .array(
      z.looseObject({
        name: text,
        viewpoint: z.looseObject({}).optional(),
        extent: z.looseObject({}).optional(),
      }),
    )
    .optional(),
  tables: z.array(columns).optional(),
  /** Of this application; other programs ignore them. */
  mappingAudience: z.looseObject({}).optional(),
  mappingPresentation: z.looseObject({}).optional(),
});

/** What a document has that the specification does not, as paths with their faults. */
export function faultsOf(document: unknown): string[] {
  return listed(webMapSpecification.safeParse(document));
}

/** Likewise what a renderer has. */
export function faultsOfRenderer(json: unknown): string[] {
  return listed(renderer.safeParse(json));
}

function listed({ error }: z.ZodSafeParseResult<unknown>): string[] {
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

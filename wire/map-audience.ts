import * as z from 'zod/mini';

/** The member of a web map that holds its audience. Other programs ignore it. */
export const audienceMember = 'mappingAudience';

const viewerTools = [
  'layers',
  'legend',
  'basemaps',
  'bookmarks',
  'present',
  'measure',
  'print',
  'time',
  'swipe',
  'in-view',
  'share',
] as const;

/** The tools that readers of each kind get; those of `everything` are not listed. */
const presetTools = {
  viewer: viewerTools,
  editor: [...viewerTools, 'edit', 'select', 'charts', 'comments'],
  presenter: ['legend', 'bookmarks', 'present'],
} as const satisfies Record<string, readonly string[]>;

export const audiencePresets = ['everything', 'editor', 'viewer', 'presenter', 'custom'] as const;
export type AudiencePreset = (typeof audiencePresets)[number];

const longitude = z.number().check(z.minimum(-180), z.maximum(180));
const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const zoom = z.number().check(z.minimum(0), z.maximum(24));

/**
 * What readers of a map get: people who open it without the right to change it, and everyone who opens it by a shared
 * link. Members of other versions are kept.
 */
export const mapAudienceSchema = z
  .looseObject({
    preset: z._default(z.enum(audiencePresets), 'everything'),
    /** Ids of the tools for `custom`. */
    tools: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(60))),
    /** Whether tables of layers can be opened. */
    tables: z._default(z.boolean(), true),
    /** Whether the map can be printed, and the features of its layers be saved as a file. */
    exports: z._default(z.boolean(), true),
    /** Whether the map can be saved as another one or shared again. */
    copies: z._default(z.boolean(), true),
    /** Shown above the legend. */
    text: z.optional(z.string().check(z.maxLength(4000))),
    /** The map cannot be moved further: west, south, east, north in degrees. */
    bounds: z.optional(
      z
        .tuple([longitude, latitude, longitude, latitude])
        .check(
          z.refine(
            ([west, south, east, north]) => west < east && south < north,
            'Specify bounds with an area.',
          ),
        ),
    ),
    minZoom: z.optional(zoom),
    maxZoom: z.optional(zoom),
    /** Id of the tool that is open at the start; `none` for a map without an open panel. */
    panel: z.optional(z.string().check(z.maxLength(50))),
  })
  .check(
    z.refine(
      ({ minZoom = 0, maxZoom = 24 }) => minZoom < maxZoom,
      'The map must be zoomable: the smallest zoom level is below the largest.',
    ),
  );

export type MapAudience = z.infer<typeof mapAudienceSchema>;

/** The audience of an unrestricted map. */
export const everything: MapAudience = mapAudienceSchema.parse({});

/** The audience in a web map document; undefined if there is none, or none that can be read. */
export function audienceIn(document: unknown): MapAudience | undefined {
  const member = (document as Record<string, unknown> | null | undefined)?.[audienceMember];
  return mapAudienceSchema.safeParse(member).data;
}

/** A document with another audience, or with none. */
export function withAudience<Document extends Record<string, unknown>>(
  document: Document,
  audience: MapAudience | undefined,
): Document {
  const { [audienceMember]: _was, ...rest } = document;
  return { ...rest, ...(audience && { [audienceMember]: audience }) } as unknown as Document;
}

/** Tools that make copies of a map. */
const copying: ReadonlySet<string> = new Set(['save', 'history', 'share']);

/** Whether readers get a tool. Changing the map itself counts as the tool `save`. */
export function mayUseTool(audience: MapAudience, id: string): boolean {
  if (!audience.copies && copying.has(id)) return false;
  if (!audience.exports && id === 'print') return false;
  const { preset, tools } = audience;
  if (preset === 'everything') return true;
  const ids: readonly string[] = preset === 'custom' ? (tools ?? []) : presetTools[preset];
  return ids.includes(id);
}

/**
 * A copy of a map's document without what its audience may not see, for a snapshot that readers receive: its tables, and
 * the columns of its layers' tables. The same document if there is nothing to remove.
 */
export function withoutHiddenParts<Document extends Record<string, unknown>>(document: Document): Document {
  if (audienceIn(document)?.tables !== false) return document;
  const { tables: _tables, ...rest } = document;
  return { ...rest, operationalLayers: withoutTables(document['operationalLayers']) } as unknown as Document;
}

/** Layers without the columns of their tables, also in groups and feature collections. */
function withoutTables(layers: unknown): unknown {
  return Array.isArray(layers) ? layers.map(withoutTable) : layers;
}

function withoutTable(layer: unknown): unknown {
  if (typeof layer !== 'object' || layer === null) return layer;
  const {
    attributeTableInfo: _columns,
    layers,
    featureCollection,
    ...rest
  } = layer as Record<string, unknown>;
  return {
    ...rest,
    ...(layers !== undefined && { layers: withoutTables(layers) }),
    ...(featureCollection !== undefined && { featureCollection: withoutTable(featureCollection) }),
  };
}

import { z } from 'zod';
import { isClosedCondition } from './embed-messages.ts';

/** The version of the messages between the map and an extension; docs/extensions.md documents them. */
export const extensionVersion = 1;

/** What an administrator may grant to an extension; without any it only learns which features its popup button was pressed at. */
export const extensionPermissions = ['view', 'features', 'graphics', 'move', 'location', 'filter'] as const;
export type ExtensionPermission = (typeof extensionPermissions)[number];

/** Bounds of what an extension sends and receives. */
export const extensionLimits = {
  /** Messages that are read per second. */
  messagesASecond: 60,
  /** Requests that may wait for earlier ones. */
  waiting: 20,
  /** Values and characters in one message. */
  values: 60_000,
  characters: 500_000,
  /** Graphics on the map, and vertices of all of them. */
  graphics: 500,
  vertices: 20_000,
  /** Features in one response, and vertices of a geometry in it. */
  features: 200,
  featureVertices: 5000,
  /** Characters of a notice. */
  notice: 300,
} as const;

/** Sent to the window around the page. Members of other versions are ignored: the version decides. */
export const extensionHelloSchema = z.object({
  mapping: z.literal('extension'),
  type: z.literal('hello'),
  version: z.number(),
});

/** The sender's own number of a request, repeated in the response. */
const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const layer = z.string().min(1).max(200);
/** An SQL condition; empty for all features. */
const where = z
  .string()
  .max(2000)
  .refine(isClosedCondition, 'Close all quotes and parentheses, and leave out comments.');
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

const geometry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: position }),
  z.strictObject({ type: z.literal('LineString'), coordinates: z.array(position).min(2) }),
  z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4)).min(1) }),
]);

const graphic = z.strictObject({
  type: z.literal('Feature'),
  geometry,
  properties: z.strictObject({
    /** The extension's own key: with it a point can be clicked, and the extension receives `picked`. */
    key: z.string().min(1).max(100).optional(),
    /** `#rrggbb`; default: the organisation's colour. */
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
  }),
});
export type ExtensionGraphic = z.infer<typeof graphic>;

/** Requests of an extension to the map. */
export const extensionRequestSchema = z.discriminatedUnion('type', [
  /** Moves the map: degrees WGS84, the zoom level of web maps, degrees clockwise. */
  z.strictObject({
    type: z.literal('goTo'),
    id,
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    zoom: z.number().min(0).max(24).optional(),
    rotation: z.number().min(0).max(360).optional(),
  }),
  /** Counts features of a layer, and returns the first ones. */
  z.strictObject({
    type: z.literal('read'),
    id,
    layer,
    /** The selected ones, those in the map's extent, or all. */
    from: z.enum(['selection', 'view', 'layer']),
    /** In addition to the filter of the map's author; not of a selection. */
    where: where.default(''),
    limit: z.number().int().min(0).max(extensionLimits.features).default(0),
    geometry: z.boolean().default(false),
  }),
  /** Replaces the extension's graphics on the map. */
  z.strictObject({
    type: z.literal('draw'),
    id,
    features: z
      .array(graphic)
      .max(extensionLimits.graphics)
      .refine(
        (features) => vertices(features) <= extensionLimits.vertices,
        `At most ${extensionLimits.vertices} vertices.`,
      ),
  }),
  /** Has the user choose a place on the map. */
  z.strictObject({ type: z.literal('askLocation'), id }),
  /** Shows only the features that meet a condition, until the extension is closed; empty: all. */
  z.strictObject({ type: z.literal('filter'), id, layer, where }),
  /** Replaces the text of the notice over the map of an extension without a visible page. */
  z.strictObject({ type: z.literal('notify'), id, text: z.string().max(extensionLimits.notice) }),
]);
export type ExtensionRequest = z.infer<typeof extensionRequestSchema>;

/** The permission that each request needs; undefined: none. */
export const neededPermission = {
  goTo: 'move',
  read: 'features',
  draw: 'graphics',
  askLocation: 'location',
  filter: 'filter',
  notify: undefined,
} as const satisfies Record<ExtensionRequest['type'], ExtensionPermission | undefined>;

/** Why a request had no effect. */
export type ExtensionFailure =
  | 'invalid'
  | 'not-permitted'
  | 'unknown-layer'
  | 'bad-condition'
  | 'no-map'
  | 'cancelled'
  | 'busy'
  | 'failed';

/** The viewpoint and the extent in degrees. */
export interface ExtensionView {
  lat: number;
  lng: number;
  zoom: number;
  rotation: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The open map, without its content. */
export interface ExtensionMapInfo {
  title: string;
  layers: { id: string; title: string; hasFeatures: boolean }[];
}

/** A feature that an extension may read. Dates are epoch milliseconds. */
export interface ExtensionFeature {
  id: number;
  attributes: Record<string, string | number | boolean | null>;
  /** GeoJSON in degrees; absent if it was not asked for or has too many vertices. */
  geometry?: { type: string; coordinates: unknown };
}

/** The value of a response, by request; `goTo`, `draw` and `notify` have none. */
export type ExtensionResult =
  { total: number; features: ExtensionFeature[] } | { lat: number; lng: number } | { count: number };

/** Responds to a hello, with a port for everything that follows. */
export interface ExtensionWelcome {
  mapping: 'extension';
  type: 'welcome';
  version: typeof extensionVersion;
  /** Its id in the organisation's configuration. */
  extension: string;
  permissions: ExtensionPermission[];
  /** BCP 47 tag. */
  locale: string;
  direction: 'ltr' | 'rtl';
  theme: 'light' | 'dark';
}

/** Responds to a hello of another version. */
export interface ExtensionRefusal {
  mapping: 'extension';
  type: 'refused';
  reason: 'version';
  versions: number[];
}

/** What an extension receives over its port. */
export type ExtensionMessage =
  /** Another map was opened, or its layers changed; without `map` it was closed. Needs `view`, `features` or `filter`. */
  | { type: 'map'; map?: ExtensionMapInfo }
  /** The map stands still at another viewpoint. Needs `view`. */
  | { type: 'view'; view: ExtensionView }
  /** The selection changed. Needs `features`. */
  | { type: 'selection'; layers: { layer: string; count: number }[] }
  /** The extension's button was pressed in a feature's popup. The feature itself needs `features`. */
  | { type: 'feature'; layer: string; id: number; feature?: ExtensionFeature }
  /** A point with this key was clicked. */
  | { type: 'picked'; key: string }
  | { type: 'theme'; theme: 'light' | 'dark' }
  | { type: 'done'; id: number; value?: ExtensionResult }
  | { type: 'failed'; id?: number; reason: ExtensionFailure; message: string };

/**
 * Whether a received value is plain data of bounded size. Checked before anything else reads it, and stops at the bound.
 */
export function isBounded(value: unknown): boolean {
  const open: unknown[] = [value];
  let [values, characters] = [0, 0];
  while (open.length > 0) {
    const one = open.pop();
    values += 1;
    if (typeof one === 'string') characters += one.length;
    else if (Array.isArray(one)) {
      if (values + open.length + one.length > extensionLimits.values) return false;
      for (const part of one as unknown[]) open.push(part);
    } else if (typeof one === 'object' && one !== null) {
      const prototype: unknown = Object.getPrototypeOf(one);
      if (prototype !== Object.prototype && prototype !== null) return false;
      for (const name in one) {
        characters += name.length;
        open.push((one as Record<string, unknown>)[name]);
        if (values + open.length > extensionLimits.values) return false;
      }
    }
    if (values > extensionLimits.values || characters > extensionLimits.characters) return false;
  }
  return true;
}

function vertices(features: readonly ExtensionGraphic[]): number {
  let sum = 0;
  for (const {
    geometry: { type, coordinates },
  } of features) {
    if (type === 'Point') sum += 1;
    else if (type === 'LineString') sum += coordinates.length;
    else for (const ring of coordinates) sum += ring.length;
  }
  return sum;
}

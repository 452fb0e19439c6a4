import { z } from 'zod';

/** The version of the frame protocol. A page with another version is treated as a page without the protocol. */
export const protocolVersion = 1;

const lat = z.number().min(-90).max(90);
const lng = z.number().min(-180).max(180);
const wkid = z.number().int().min(1).max(1_000_000);
const coordinate = z.number().min(-1e9).max(1e9);
/** Degrees clockwise from north; any number on input, 0 ≤ heading < 360 on output. */
const heading = z
  .number()
  .min(-36_000)
  .max(36_000)
  .transform((degrees) => ((degrees % 360) + 360) % 360);
const pitch = z.number().min(-90).max(90);
const seq = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * A location sent by the host: degrees WGS84, and the same in the spatial reference requested by the page (else the
 * map's).
 */
const placeSchema = z.object({
  lat,
  lng,
  x: coordinate,
  y: coordinate,
  wkid,
  heading: heading.optional(),
  pitch: pitch.optional(),
});
export type Place = z.infer<typeof placeSchema>;

/** Characters of a captured note. */
export const noteAtMost = 20_000;

/** A page's own key of one of its graphics. */
const graphicKey = z.string().min(1).max(100);

/** The map's current extent, in degrees; the zoom level is that of web maps. */
const viewSchema = z.object({
  west: lng,
  south: lat,
  east: lng,
  north: lat,
  zoom: z.number().min(0).max(30),
});
export type ShownArea = z.infer<typeof viewSchema>;

const envelope = { intg: z.literal(protocolVersion), id: z.string().max(41) };

/** Messages from the host to a page. `seq` numbers messages that the page may respond to. */
export const hostMessageSchema = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('init'),
    seq,
    /** Absent for a page that wants `view` while no location has been chosen: it may show where it has content. */
    location: placeSchema.optional(),
    /** The integration's public config; never a secret. */
    config: z.record(z.string(), z.unknown()),
    /** BCP 47 tag. */
    locale: z.string().max(35),
    direction: z.enum(['ltr', 'rtl']),
    theme: z.enum(['light', 'dark']),
  }),
  z.object({ ...envelope, type: z.literal('location'), seq, location: placeSchema }),
  /** Only to pages that want it: the map's extent changed. */
  z.object({ ...envelope, type: z.literal('view'), view: viewSchema }),
  /** Only to built-in pages, and only if they requested them in `ready`. */
  z.object({
    ...envelope,
    type: z.literal('credentials'),
    values: z.record(z.string().max(50), z.string().max(20_000)),
  }),
  /** Only to built-in pages: whether a user is signed in, with whose rights `ask` runs. Never the token. */
  z.object({ ...envelope, type: z.literal('session'), signedIn: z.boolean() }),
  /** Only to built-in pages: the response to their `ask`; status 0 if the server was unreachable. */
  z.object({
    ...envelope,
    type: z.literal('answer'),
    inReplyTo: seq,
    status: z.number().int().min(0).max(599),
    text: z.string(),
  }),
  z.object({ ...envelope, type: z.literal('theme'), theme: z.enum(['light', 'dark']) }),
  z.object({ ...envelope, type: z.literal('visibility'), shown: z.boolean() }),
  /** Requests an image of the page; pages without support do not respond. */
  z.object({ ...envelope, type: z.literal('capture'), seq }),
  /** The user clicked a graphic of the page on the map; `key` is the page's own key. */
  z.object({ ...envelope, type: z.literal('picked'), key: graphicKey }),
  /** Only to built-in pages: the captured note, for a new request, until the page sends `noted`. */
  z.object({ ...envelope, type: z.literal('note'), text: z.string().max(noteAtMost) }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

/** Why a page shows no content: the host shows it to the user, with a fix. */
export const pageStates = [
  'ok',
  'no-coverage',
  'unauthorized',
  'unavailable',
  'misconfigured',
  'projection',
  'retired',
  'quota',
] as const;
export type PageState = (typeof pageStates)[number];

const position = z.tuple([lng, lat]);
const graphicSchema = z.object({
  type: z.literal('Feature'),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: position }),
    z.object({ type: z.literal('LineString'), coordinates: z.array(position).min(2).max(2000) }),
  ]),
  properties: z.object({
    title: z.string().max(200).optional(),
    /** With it the graphic can be clicked, and the page receives `picked`. */
    key: graphicKey.optional(),
    kind: z.enum(['photo', 'work-order', 'request', 'inspection', 'other']).default('other'),
    /** `#rrggbb` */
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
  }),
});
export type PageGraphic = z.infer<typeof graphicSchema>;

const turned = { heading: heading.optional(), pitch: pitch.optional(), inReplyTo: seq.optional() };

/** A page's view: in degrees, or in a spatial reference that the host can project. */
const pageLocationSchema = z.union([
  z.object({ ...envelope, type: z.literal('location'), lat, lng, ...turned }),
  z.object({ ...envelope, type: z.literal('location'), x: coordinate, y: coordinate, wkid, ...turned }),
]);

/** Messages from a page to the host. Invalid ones are dropped without a response. */
export const pageMessageSchema = z.union([
  z.object({
    ...envelope,
    type: z.literal('ready'),
    version: z.literal(protocolVersion),
    /** `session` was sent by earlier pages and is ignored. */
    wants: z
      .array(z.enum(['credentials', 'session', 'view']))
      .max(3)
      .default([]),
    /** The spatial reference of x and y for the page. */
    wkid: wkid.optional(),
    /** Whether it responds to `capture`. */
    captures: z.boolean().default(false),
  }),
  pageLocationSchema,
  z.object({
    ...envelope,
    type: z.literal('status'),
    state: z.enum(pageStates),
    message: z.string().max(300).optional(),
    /** With `no-coverage`: the nearest location with content. */
    nearest: z.object({ lat, lng }).optional(),
  }),
  z.object({
    ...envelope,
    type: z.literal('open'),
    url: z.url({ protocol: /^https?$/ }).max(2000),
  }),
  z.object({ ...envelope, type: z.literal('graphics'), features: z.array(graphicSchema).max(500) }),
  /** Only from built-in pages: a request to this server with the user's rights, which the host sends. */
  z.object({
    ...envelope,
    type: z.literal('ask'),
    seq,
    path: z.string().max(4000),
    body: z.string().max(50_000).optional(),
  }),
  /** The note was used or discarded. */
  z.object({ ...envelope, type: z.literal('noted') }),
  z.object({
    ...envelope,
    type: z.literal('captured'),
    inReplyTo: seq,
    picture: z
      .string()
      .max(4_000_000)
      .regex(/^data:image\/(jpeg|png|webp);base64,[A-Za-z0-9+/=]+$/),
  }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

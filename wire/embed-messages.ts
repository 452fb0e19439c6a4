import { z } from 'zod';

/** The version of the messages between an embedded map and the page around it; docs/embedding.md documents them. */
export const embedVersion = 1;

const envelope = { mapping: z.literal(embedVersion) };
/** The sender's own number of a command, repeated in the response. */
const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** The id of a layer, from `ready`. */
const layer = z.string().min(1).max(200);
/** An SQL condition; empty for all features. */
const where = z
  .string()
  .max(2000)
  .refine(isClosedCondition, 'Close all quotes and parentheses, and leave out comments.');

/** What the page around an embedded map sends. */
export const embedCommandSchema = z.discriminatedUnion('type', [
  /** Asks for `ready`; without it the page may miss the map's own, which is sent once. */
  z.strictObject({ ...envelope, type: z.literal('hello') }),
  /** Moves the map: degrees WGS84, the zoom level of web maps, degrees clockwise. */
  z.strictObject({
    ...envelope,
    type: z.literal('goTo'),
    id,
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    zoom: z.number().min(0).max(24).optional(),
    rotation: z.number().min(0).max(360).optional(),
  }),
  /** Selects the features of a layer that meet a condition and moves the map to them; an empty condition selects none. */
  z.strictObject({ ...envelope, type: z.literal('select'), id, layer, where }),
  /** Shows only the features of a layer that meet a condition, in addition to the layer's own filter. */
  z.strictObject({ ...envelope, type: z.literal('filter'), id, layer, where }),
]);
export type EmbedCommand = z.infer<typeof embedCommandSchema>;

/** Why a command had no effect. */
export type EmbedFailure = 'invalid' | 'unknown-layer' | 'bad-condition' | 'busy';

/** What an embedded map sends to the page around it. */
export type EmbedMessage = { mapping: typeof embedVersion } & (
  | { type: 'ready'; title: string; layers: { id: string; title: string; hasFeatures: boolean }[] }
  /** The map stands still at another viewpoint. */
  | { type: 'view'; lat: number; lng: number; zoom: number; rotation: number }
  /** The popup of a feature was opened, without its attributes; without `layer` and `feature` it was closed. */
  | { type: 'feature'; layer?: string; feature?: number }
  | { type: 'done'; id: number; count?: number }
  | { type: 'failed'; id?: number; reason: EmbedFailure; message: string }
);

/**
 * Whether an SQL condition stays a condition of its own when others are added around it, as in `(a) AND (b)`: its quotes and
 * parentheses are closed, in that order, and no comment hides what follows.
 */
export function isClosedCondition(condition: string): boolean {
  let depth = 0;
  // Texts and quoted names first: what is inside them does not count. A doubled quote begins another text.
  const rest = condition.replaceAll(/'[^']*'|"[^"]*"/g, ' ');
  if (/['"]|--|\/\*/.test(rest)) return false;
  for (const sign of rest) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

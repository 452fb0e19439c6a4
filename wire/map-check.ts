import { z } from 'zod';

/**
 * How a layer of a web map answered the map doctor: `dead` not at all or with an error, `sign-in` only to people who are
 * signed in, `slow` after more than `limits.mapCheckSlowMilliseconds`, `unsupported` is a kind of layer the viewer does not
 * show, `unchecked` is one the server may not ask (an address inside its own network).
 */
export const layerStates = ['ok', 'dead', 'sign-in', 'slow', 'unsupported', 'unchecked'] as const;
export type LayerState = (typeof layerStates)[number];

/** The states that can ask for attention. */
export const problemStates = ['dead', 'sign-in', 'slow', 'unsupported'] as const;
export type MapProblem = (typeof problemStates)[number];

/** One layer as it was found: never any of its data. */
export const checkedLayerSchema = z.object({
  title: z.string(),
  state: z.enum(layerStates),
  /** Milliseconds until the answer; absent when nothing was asked. */
  milliseconds: z.number().optional(),
});
export type CheckedLayer = z.infer<typeof checkedLayerSchema>;

/** What the map doctor found in one web map (`GET /api/{org}/map-checks`; docs/portal-content.md#map-doctor). */
export const mapCheckSchema = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  checkedAt: z.number(),
  attention: z.boolean(),
  /** What is the matter, each once; empty when all is well. */
  problems: z.array(z.enum(problemStates)),
  /** Every layer; only for who controls the map. */
  layers: z.array(checkedLayerSchema).optional(),
});
export type MapCheck = z.infer<typeof mapCheckSchema>;

/** Answer of `GET /api/{org}/map-checks`. */
export const mapChecksSchema = z.object({ results: z.array(mapCheckSchema) });

/**
 * Which states of a map's layers ask for somebody's attention. Layers for signed-in people are a fault of a map that
 * everyone may open; in any other map its viewers are signed in.
 */
export function problemsOf(layers: readonly CheckedLayer[], everyoneSees: boolean): MapProblem[] {
  const found = new Set(layers.map(({ state }) => state));
  return problemStates.filter((problem) => found.has(problem) && (problem !== 'sign-in' || everyoneSees));
}

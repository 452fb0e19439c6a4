import { z } from 'zod';

/**
 * How a layer of a web map responded to the map doctor: `dead` not at all or with an error, `sign-in` only to signed-in
 * users, `slow` after more than `limits.mapCheckSlowMilliseconds`; `unsupported` is a kind of layer that the viewer
 * does not show, `unchecked` one that the server may not request (a host in its own network), or could not check.
 */
export const layerStates = ['ok', 'dead', 'sign-in', 'slow', 'unsupported', 'unchecked'] as const;
export type LayerState = (typeof layerStates)[number];

/** The states that may need attention. */
export const problemStates = ['dead', 'sign-in', 'slow', 'unsupported'] as const;
export type MapProblem = (typeof problemStates)[number];

/** The result for one layer, without any of its data. */
export const checkedLayerSchema = z.object({
  title: z.string(),
  state: z.enum(layerStates),
  /** Milliseconds until the response; absent when nothing was requested. */
  milliseconds: z.number().optional(),
});
export type CheckedLayer = z.infer<typeof checkedLayerSchema>;

/** What the map doctor found in one web map (`GET /api/{org}/map-checks`; docs/portal-content.md#map-doctor). */
export const mapCheckSchema = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  checkedAt: z.number(),
  attention: z.boolean(),
  /** The problems found, each once; empty if there are none. */
  problems: z.array(z.enum(problemStates)),
  /** Every layer; only for those who control the map. */
  layers: z.array(checkedLayerSchema).optional(),
});
export type MapCheck = z.infer<typeof mapCheckSchema>;

/** Response of `GET /api/{org}/map-checks`. */
export const mapChecksSchema = z.object({ results: z.array(mapCheckSchema) });

/**
 * The states of a map's layers that need attention. A layer that requires sign-in is a problem only of a map that everyone may
 * open; viewers of other maps are signed in.
 */
export function problemsOf(layers: readonly CheckedLayer[], everyoneSees: boolean): MapProblem[] {
  const found = new Set(layers.map(({ state }) => state));
  return problemStates.filter((problem) => found.has(problem) && (problem !== 'sign-in' || everyoneSees));
}

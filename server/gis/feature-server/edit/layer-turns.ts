import { classLimits, layerTurnLimits } from '../../../limits.ts';
import type { BudgetCount } from '../../../platform/budgets/budget.ts';
import { busy } from '../../../platform/budgets/budget-errors.ts';
import { FairQueue } from '../../../platform/budgets/fair-queue.ts';
import { KeyedBudgets } from '../../../platform/budgets/keyed-budgets.ts';
import { currentRequester } from '../../../platform/budgets/requester.ts';
import { type HostedLayer, storedAt } from '../../layer/layer.ts';
import type { ServiceCall, ServiceRights } from '../context.ts';
import type { MeasuredTarget } from '../measure-target.ts';
import { mayAddTo } from '../rights.ts';

/** Name of the class, in error ids. */
const edits = 'edits';
const retryAfterSeconds = 5;

/**
 * The turns of edits of one layer in this process. The database lets one at a time write to a layer (`LayerEdits`); the others wait
 * here, before they take a place of their class, which edits of other layers would be without.
 */
export class LayerTurns {
  /** Name in metrics. */
  readonly name = 'layers';
  readonly #layers = new KeyedBudgets({
    name: edits,
    concurrency: 1,
    queue: layerTurnLimits.queue,
    deadlineMs: classLimits.edits.seconds * 1000,
    retryAfterSeconds,
  });
  readonly #waiting = new FairQueue({
    concurrency: layerTurnLimits.inAll,
    queue: 0,
    concurrencyPerCaller: layerTurnLimits.inAllPerCaller,
    perCaller: layerTurnLimits.inAllPerCaller,
  });
  /** Rejected by the limits of all layers. */
  #refused = 0;

  /**
   * Runs work when it has the turn of each of these layers; a view is the layer whose features it shows.
   * @throws MappingError `busy:edits` (503), `busy:edits-took-too-long` (503), `http:caller-left` (499)
   */
  async run<Result>(layers: readonly HostedLayer[], work: () => Promise<Result>): Promise<Result> {
    const keys = new Set(layers.map(storedAt).map(({ serviceId, layerId }) => `${serviceId}/${layerId}`));
    // Always in the same order, so that two requests for the same layers wait for each other instead of deadlocking.
    return [...keys]
      .toSorted()
      .reduceRight<() => Promise<Result>>((inner, key) => () => this.#inTurn(key, inner), work)();
  }

  count(): BudgetCount {
    const { refused, ...held } = this.#layers.count();
    return { ...held, refused: refused + this.#refused };
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#layers.of(key);
    const { used, queued } = turns.count();
    const release = used + queued > 0 ? await this.#wait() : () => {};
    try {
      return await turns.run(undefined, () => {
        release();
        return work();
      });
    } finally {
      release();
    }
  }

  /** @returns a function that ends the wait */
  #wait(): Promise<() => void> {
    const sender = currentRequester();
    const waiting = this.#waiting.take(sender, sender?.signal ?? new AbortController().signal);
    if (waiting) return waiting;
    this.#refused += 1;
    throw busy(edits, retryAfterSeconds);
  }
}

/** The layers whose lock a call takes, if its sender may edit them; for edits of several, those that are named. */
export function editedLayers(
  { path, budget, layer, layers }: MeasuredTarget,
  rights: ServiceRights,
  parameters: ServiceCall['parameters'],
): readonly HostedLayer[] {
  if (budget !== edits) return [];
  const locked = layer ? lockedByLayerEdit(path, layer) : lockedByServiceEdit(path, layers, parameters);
  return locked.filter((one) => mayAddTo(one, rights));
}

/** Appending is a job, which locks the layer later. */
const lockedByLayerEdit = (path: string, layer: HostedLayer) => (path.startsWith('/append') ? [] : [layer]);

const servicePaths = new Set(['/applyEdits', '/synchronizeReplica']);

function lockedByServiceEdit(
  path: string,
  layers: readonly HostedLayer[],
  parameters: ServiceCall['parameters'],
): readonly HostedLayer[] {
  if (!servicePaths.has(path) || !parameters.raw().has('edits')) return [];
  const named = namedIn(parameters.short('edits'));
  return named ? layers.filter(({ layerId }) => named.has(String(layerId))) : layers;
}

/** The ids of layers that edits name; undefined if that takes a thread, or they are invalid. */
function namedIn(text: string | undefined): Set<string> | undefined {
  try {
    const edits: unknown = JSON.parse(text ?? '');
    if (!Array.isArray(edits)) return undefined;
    return new Set(edits.map((edit) => String((edit as { id?: unknown } | null)?.id)));
  } catch {
    return undefined;
  }
}

import { createCaller } from './caller.ts';
import { firstSid } from './fill-organisations.ts';
import type { Installation } from './installation.ts';
import { createConfigSaves, createReads, createShares } from './work.ts';

/** Milliseconds of one call, by number of organisations. */
export interface CostRow {
  name: string;
  alone: { p50: number; p95: number };
  among: { p50: number; p95: number };
}

const calls = 200;
const warming = 20;

/**
 * The cost of one organisation's calls when it is the only one and when it is one of many: alternating, one
 * call at a time.
 */
export async function measureCostOfOne(alone: Installation, among: Installation): Promise<CostRow[]> {
  const caller = createCaller(1);
  const workOf = (place: Installation) => {
    const origin = place.origins[0] ?? '';
    const read = createReads(caller, place);
    const save = createConfigSaves(caller, place);
    const share = createShares(caller, place);
    return (path: string) => () =>
      path === 'save' ? save(origin, 0) : path === 'share' ? share(origin, 0) : read(origin, 0, path);
  };
  const [one, many] = [workOf(alone), workOf(among)];
  const rows: CostRow[] = [];
  try {
    for (const [name, path] of [
      ['read the config', 'config'],
      ['read a shared map', `shared-maps/${firstSid(0)}`],
      ['list the shared maps', 'shared-maps?scope=all'],
      ['the audit log', 'administration/audit'],
      ['the revisions', 'administration/revisions'],
      ['usage of a month', 'administration/usage?days=30'],
      ['share a map', 'share'],
      ['save the config', 'save'],
    ] as const) {
      const times: [number[], number[]] = [[], []];
      for (let call = 0; call < calls + warming; call++) {
        for (const [index, once] of [one(path), many(path)].entries()) {
          const started = performance.now();
          await once();
          if (call >= warming) times[index]?.push(performance.now() - started);
        }
      }
      rows.push({ name, alone: shares(times[0]), among: shares(times[1]) });
    }
    return rows;
  } finally {
    caller.close();
  }
}

function shares(times: number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

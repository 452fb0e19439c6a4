import fc from 'fast-check';
import { runs } from './long.ts';

// A change must not fail in CI by chance: there the properties are tested with the same values each time, and
// everywhere else with new ones. FC_SEED repeats a run.
const seed = process.env['FC_SEED'] ?? (process.env['CI'] ? '20261121' : undefined);
fc.configureGlobal({ numRuns: runs(100, 500), ...(seed && { seed: Number(seed) }) });

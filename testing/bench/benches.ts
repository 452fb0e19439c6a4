import type { Bench } from './bench.ts';
import { bytesBench } from './bytes.ts';
import { firstMapBench } from './first-map/first-map.ts';

/** Every benchmark, in the order they run. */
export const benches: readonly Bench[] = [firstMapBench, bytesBench];

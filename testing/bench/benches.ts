import { analysisBench } from './analysis.ts';
import type { Bench } from './bench.ts';
import { bytesBench } from './bytes.ts';
import {
  firstMapBench,
  galleryClickBench,
  otherMapsBench,
  phoneBench,
  secondVisitBench,
} from './first-map/first-map.ts';
import { leaksBench } from './leaks.ts';
import { memoryBench } from './memory.ts';
import { pagesBench } from './pages.ts';
import { processesBench } from './organisations/organisations.ts';
import {
  featureServiceBench,
  geocodeBench,
  searchBench,
  throughputBench,
  tilesBench,
  uploadsBench,
} from './server-benches.ts';
import { scaleBench } from './scale.ts';
import { sceneBench } from './scene.ts';
import { styleBench } from './style.ts';
import { tableChartsBench } from './table-charts.ts';
import { toolsBench } from './tools.ts';

/** Every benchmark, in the order they run. */
export const benches: readonly Bench[] = [
  firstMapBench,
  otherMapsBench,
  secondVisitBench,
  galleryClickBench,
  pagesBench,
  phoneBench,
  bytesBench,
  toolsBench,
  styleBench,
  sceneBench,
  analysisBench,
  leaksBench,
  memoryBench,
  throughputBench,
  processesBench,
  searchBench,
  featureServiceBench,
  tableChartsBench,
  tilesBench,
  geocodeBench,
  uploadsBench,
  scaleBench,
];

import { testEventLoop } from '../rig/event-loop-suite.ts';

/** Everything as large as the limits allow. */
testEventLoop({
  query: 100_000,
  coast: 1_000_000,
  edit: 750_000,
  houses: 60_000,
  ids: 1_000_000,
  conditions: 1500,
  star: 400,
  items: 100,
});

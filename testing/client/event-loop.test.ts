import { testEventLoop } from '../rig/event-loop-suite.ts';

/** A tenth of the maximum sizes: work on the event loop would show here too. */
testEventLoop({
  query: 10_000,
  coast: 60_000,
  edit: 110_000,
  houses: 9000,
  ids: 100_000,
  conditions: 1500,
  star: 60,
  items: 16,
});

import type { MapInternals, MapModel } from './map-model.ts';

/** SDK code of a capability: receives the internals of the map, then the arguments of its caller. */
type SdkCode<Args extends unknown[], Result> = (
  internals: MapInternals,
  ...args: Args
) => Result | Promise<Result>;

/**
 * Makes a capability of the map from SDK code that is imported when it is first called. The file that calls this
 * declares the capability's types, so features read one file and import no SDK code.
 *
 * @param load imports the code, such as `async () => (await import('./swipe-element.ts')).startSwipe`
 */
export function loadCapability<Args extends unknown[], Result>(
  load: () => Promise<SdkCode<Args, Result>>,
): (model: MapModel, ...args: Args) => Promise<Result> {
  return async (model, ...args) => {
    const code = await load();
    return await model.withInternals((internals) => code(internals, ...args));
  };
}

/**
 * Makes a capability that runs until it is stopped and that the map works without: its code is imported in
 * the background, and a failure to import it is ignored.
 *
 * @returns a function that starts the capability and returns a function that stops it, also before it has started
 */
export function loadInBackground<Args extends unknown[]>(
  load: () => Promise<(internals: MapInternals, ...args: Args) => () => void>,
): (model: MapModel, ...args: Args) => () => void {
  return (model, ...args) => {
    let stopped = false;
    let stop = () => {};
    const start = async () => {
      const code = await load();
      if (!stopped) stop = model.withInternals((internals) => code(internals, ...args));
    };
    void start().catch(() => {});
    return () => {
      stopped = true;
      stop();
    };
  };
}

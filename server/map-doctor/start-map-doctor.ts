import { limits } from '../limits.ts';
import { checkDueForeignMaps, type ForeignDoctorOptions } from './check-foreign-maps.ts';
import { checkDueMaps } from './check-maps.ts';

/**
 * Checks maps in the background, round after round; a round that is full is followed by the next one soon.
 * @returns stops it, waiting for the question that is being asked
 */
export function startMapDoctor(
  options: Omit<ForeignDoctorOptions, 'signal'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const later = (milliseconds: number) => {
    timer = setTimeout(() => {
      round = work();
    }, milliseconds);
    timer.unref();
  };
  const work = async () => {
    let checked = 0;
    for (const check of [checkDueMaps, checkDueForeignMaps]) {
      try {
        checked = Math.max(checked, await check({ ...options, signal: stopping.signal }));
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
    }
    if (stopping.signal.aborted) return;
    later(
      checked === limits.mapChecksPerRound
        ? limits.mapCheckPauseMilliseconds
        : limits.mapCheckRoundMilliseconds,
    );
  };
  later(limits.mapCheckPauseMilliseconds);
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await round;
  };
}

import { limits } from '../limits.ts';
import { checkDueForeignMaps, type ForeignDoctorOptions } from './check-foreign-maps.ts';
import { checkDueMaps } from './check-maps.ts';
import { createGalleryRounds, type GalleryOptions } from './gallery-rounds.ts';

/**
 * Checks maps in the background, round after round; a round that is full is followed by the next one soon.
 * @returns stops it, waiting for the question that is being asked
 */
export function startMapDoctor(
  options: Omit<ForeignDoctorOptions & GalleryOptions, 'signal'>,
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
  const every = { ...options, signal: stopping.signal };
  const tasks = [
    { most: limits.mapChecksPerRound, run: () => checkDueMaps(every) },
    { most: limits.galleriesPerRound, run: createGalleryRounds(every) },
    { most: limits.mapChecksPerRound, run: () => checkDueForeignMaps(every) },
  ];
  const work = async () => {
    let full = false;
    for (const { most, run } of tasks) {
      try {
        if ((await run()) === most) full = true;
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
    }
    if (stopping.signal.aborted) return;
    later(full ? limits.mapCheckPauseMilliseconds : limits.mapCheckRoundMilliseconds);
  };
  later(limits.mapCheckPauseMilliseconds);
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await round;
  };
}

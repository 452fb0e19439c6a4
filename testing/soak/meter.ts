/** What the server's process holds, and how late its event loop was since the last report. */
export interface ServerFigures {
  /** Megabytes in use after a garbage collection, and of the whole process. */
  heap: number;
  memory: number;
  descriptors: number;
  /** Milliseconds. */
  delayMean: number;
  delayP99: number;
}

/** Precedes the figures on the standard output. */
export const mark = 'FIGURES ';

import { useEffect, useRef, useState } from 'react';
import { useMapModel } from '../map-model.ts';
import { type DataFormat, layerData, type MadeFile } from './layer-data.ts';

export interface LayerDataRun {
  /** Features that are there; undefined while no file is being made. */
  written: number | undefined;
  /** Why the last file could not be made. */
  error: unknown;
  save: (layerId: string, format: DataFormat, only?: readonly number[]) => Promise<void>;
  /** Gives the file up that is being made. */
  stop: () => void;
}

/** One file of features at a time. It is given up with the piece of the interface that asked for it. */
export function useLayerData(onFile: (file: MadeFile) => void): LayerDataRun {
  const model = useMapModel();
  const [written, setWritten] = useState<number>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setWritten(undefined);
  };
  useEffect(() => () => running.current?.abort(), []);
  const save = async (layerId: string, format: DataFormat, only?: readonly number[]) => {
    if (!model) return;
    const own = new AbortController();
    running.current = own;
    // What was given up may still have something to say.
    const tell = <Value>(set: (value: Value) => void, value: Value) => {
      if (!own.signal.aborted) set(value);
    };
    setWritten(0);
    setError(undefined);
    try {
      const onProgress = (features: number) => tell(setWritten, features);
      tell(onFile, await layerData(model, layerId, format, { signal: own.signal, onProgress, only }));
    } catch (cause) {
      tell(setError, cause);
    }
    tell(setWritten, undefined);
  };
  return { written, error, save, stop };
}

import { useEffect, useRef, useState } from 'react';
import { useMapModel } from '../map-model.ts';
import { type DataFormat, layerData, type DataFile } from './layer-data.ts';

export interface LayerDataRun {
  /** Number of loaded features; undefined while no export is running. */
  written: number | undefined;
  /** The error of the last export. */
  error: unknown;
  save: (layerId: string, format: DataFormat, only?: readonly number[]) => Promise<void>;
  /** Cancels the running export. */
  stop: () => void;
}

/** Exports one file of features at a time, and cancels it when the component unmounts. */
export function useLayerData(onFile: (file: DataFile) => void): LayerDataRun {
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
    // A cancelled export may still report progress.
    const notify = <Value>(set: (value: Value) => void, value: Value) => {
      if (!own.signal.aborted) set(value);
    };
    setWritten(0);
    setError(undefined);
    try {
      const onProgress = (features: number) => notify(setWritten, features);
      notify(onFile, await layerData(model, layerId, format, { signal: own.signal, onProgress, only }));
    } catch (cause) {
      notify(setError, cause);
    }
    notify(setWritten, undefined);
  };
  return { written, error, save, stop };
}

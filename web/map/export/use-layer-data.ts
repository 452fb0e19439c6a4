import { useEffect, useRef, useState } from 'react';
import { useMapModel } from '../map-model.ts';
import { type DataFormat, layerData, type DataFile } from './layer-data.ts';

/** Writes a file of features, and reports how many it has. */
export type WriteFile = (job: {
  signal: AbortSignal;
  onProgress: (features: number) => void;
}) => Promise<DataFile>;

export interface LayerDataRun {
  /** Number of loaded features; undefined while no export is running. */
  written: number | undefined;
  /** The error of the last export. */
  error: unknown;
  /** The file of the last export. */
  saved: DataFile | undefined;
  save: (layerId: string, format: DataFormat, only?: readonly number[]) => Promise<void>;
  /** Exports a file that is written elsewhere. */
  run: (write: WriteFile) => Promise<void>;
  /** Cancels the running export. */
  stop: () => void;
}

/** Exports one file of features at a time, and cancels it when the component unmounts. */
export function useLayerData(onFile: (file: DataFile) => void): LayerDataRun {
  const model = useMapModel();
  const [written, setWritten] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [saved, setSaved] = useState<DataFile>();
  const running = useRef<AbortController>(undefined);
  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setWritten(undefined);
  };
  useEffect(() => () => running.current?.abort(), []);
  const save = async (layerId: string, format: DataFormat, only?: readonly number[]) => {
    if (model) await run((job) => layerData(model, layerId, format, { ...job, only }));
  };
  const run = async (write: WriteFile) => {
    const own = new AbortController();
    running.current = own;
    // A cancelled export may still report progress.
    const notify = <Value>(set: (value: Value) => void, value: Value) => {
      if (!own.signal.aborted) set(value);
    };
    setWritten(0);
    setError(undefined);
    setSaved(undefined);
    try {
      const onProgress = (features: number) => notify(setWritten, features);
      const file = await write({ signal: own.signal, onProgress });
      notify(onFile, file);
      notify(setSaved, file);
    } catch (cause) {
      notify(setError, cause);
    }
    notify(setWritten, undefined);
  };
  return { written, error, saved, save, run, stop };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppendReport } from '../../../../../../wire/append.ts';
import { MappingError } from '../../../../../../wire/errors.ts';
import type { UploadPreview } from '../../../../../../wire/upload.ts';
import {
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../../../context/application-context.ts';
import { appendFile } from '../../../../../portal/uploads/append-file.ts';
import { fileKind } from '../../../../../portal/uploads/file-type.ts';
import { analyzeFile, type PublishingProgress } from '../../../../../portal/uploads/publish-file.ts';
import { discardItem, discardOnClosing, uploadFile } from '../../../../../portal/uploads/upload-file.ts';

/** The state of an append. */
export type AppendState =
  | { step: 'choose' }
  | { step: 'reading'; name: string; share: number }
  | { step: 'preview'; name: string; itemId: string; preview: UploadPreview }
  | { step: 'running'; progress: PublishingProgress | undefined }
  | { step: 'done'; report: AppendReport }
  | { step: 'failed'; error: unknown };

/**
 * Uploads a file, describes it, and appends it to a layer. The uploaded file is deleted afterwards, and when the
 * dialog closes, which cancels running work. When the page closes, a running append goes on: the server has read the
 * file before it reports the job.
 */
export function useAppend(layerUrl: string, onDone: () => void) {
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const { portal } = useIdentity();
  const [state, setState] = useState<AppendState>({ step: 'choose' });
  const work = useRef(new AbortController());
  const uploaded = useRef<string>(undefined);

  const discard = useCallback(async () => {
    const id = uploaded.current;
    uploaded.current = undefined;
    if (id !== undefined) await discardItem(connection, who, id);
  }, [connection, who]);

  const attempt = useCallback(
    async (task: (signal: AbortSignal) => Promise<AppendState>) => {
      const { signal } = (work.current = new AbortController());
      let next: AppendState;
      try {
        next = await task(signal);
      } catch (error) {
        next = { step: 'failed', error };
      }
      if (signal.aborted || next.step !== 'preview') await discard();
      if (!signal.aborted) setState(next);
    },
    [discard],
  );

  const choose = (file: File) =>
    attempt(async (signal) => {
      const { name } = file;
      setState({ step: 'reading', name, share: 0 });
      const kind = await fileKind(file, portal);
      if (!kind)
        throw new MappingError(
          'upload:format-not-published',
          'The portal does not support this file format.',
        );
      const itemId = await uploadFile(connection, {
        file,
        username: who,
        itemType: kind.itemType,
        inParts: false,
        onProgress: (share) => !signal.aborted && setState({ step: 'reading', name, share }),
        signal,
        onItem: (id) => void (uploaded.current = id),
      });
      const { preview } = await analyzeFile(connection, { itemId, fileName: name, kind }, {}, signal);
      return { step: 'preview', name, itemId, preview };
    });

  const append = (itemId: string, wanted: { replace: boolean; matching: string | undefined }) =>
    attempt(async (signal) => {
      setState({ step: 'running', progress: undefined });
      const onProgress = (progress: PublishingProgress) =>
        !signal.aborted && setState({ step: 'running', progress });
      try {
        const report = await appendFile(
          connection,
          { url: layerUrl, itemId, ...wanted },
          { signal, onProgress },
        );
        return { step: 'done', report };
      } finally {
        // Also after a failure, of which the outcome may be unknown: users look before they repeat it.
        onDone();
      }
    });

  useEffect(
    () => () => {
      work.current.abort();
      void discard();
    },
    [discard],
  );
  useEffect(
    () =>
      discardOnClosing(connection, who, () => {
        const id = uploaded.current;
        uploaded.current = undefined;
        // The page may come back from the browser's cache.
        setState({ step: 'choose' });
        return id;
      }),
    [connection, who],
  );

  const restart = () => {
    setState({ step: 'choose' });
    return discard();
  };
  return { state, choose, append, restart };
}

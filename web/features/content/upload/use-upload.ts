import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { pause } from '../../../portal/portal-request.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { describeItem, discardItem, shareItem, type Sharing } from '../../../portal/uploads/item-changes.ts';
import {
  analyzeFile,
  cancelPublishing,
  type FileOptions,
  findServiceName,
  publishFile,
  type PublishingJob,
  publishingProgress,
} from '../../../portal/uploads/publish-file.ts';
import { uploadFile } from '../../../portal/uploads/upload-file.ts';
import type { LookedInto, UploadState } from './upload-state.ts';

/** Polling interval of the progress in milliseconds. */
const askEvery = 700;

/** The user's choices before publishing. */
export interface Details {
  title: string;
  tags: string[];
  sharing: Sharing;
}

/** Uploads a file and publishes it as a hosted layer. Cancelling leaves nothing behind. */
export function useUpload() {
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>({ step: 'choose' });
  const work = useRef<AbortController>(new AbortController());
  const left = useRef<{ itemId?: string; job?: PublishingJob }>({});

  const listChanged = useCallback(
    () => queries.invalidateQueries({ queryKey: personKeys(connection, who).content() }),
    [queries, connection, who],
  );

  /** Removes what has been uploaded so far. */
  const clear = useCallback(async () => {
    const { itemId, job } = left.current;
    left.current = {};
    if (job) await cancelPublishing(connection, who, job).catch(() => {});
    if (itemId !== undefined) await discardItem(connection, who, itemId);
  }, [connection, who]);

  const fail = useCallback(
    async (error: unknown) => {
      if (error instanceof MappingError && error.id === 'portal:aborted') return;
      setState({ step: 'failed', error });
      await clear();
    },
    [clear],
  );

  const choose = useCallback(
    async (file: File) => {
      const { signal } = (work.current = new AbortController());
      setState({ step: 'sending', fileName: file.name, share: 0 });
      try {
        const onProgress = (share: number) =>
          !signal.aborted && setState({ step: 'sending', fileName: file.name, share });
        const itemId = await uploadFile(connection, { file, username: who, onProgress, signal });
        left.current = { itemId };
        setState({ step: 'looking', fileName: file.name });
        const { preview, name } = await analyzeFile(connection, itemId, {}, signal);
        const looked = { itemId, fileName: file.name, preview, options: {}, serviceName: name };
        setState({ step: 'preview', file: looked, busy: false, error: undefined });
      } catch (error) {
        await fail(error);
      }
    },
    [connection, who, fail],
  );

  /** Analyses the file again with other options. */
  const readAs = useCallback(
    async (file: LookedInto, options: FileOptions) => {
      const { signal } = work.current;
      setState({ step: 'preview', file: { ...file, options }, busy: true, error: undefined });
      try {
        const { preview } = await analyzeFile(connection, file.itemId, options, signal);
        setState({ step: 'preview', file: { ...file, options, preview }, busy: false, error: undefined });
      } catch (error) {
        if (!signal.aborted) setState({ step: 'preview', file: { ...file, options }, busy: false, error });
      }
    },
    [connection],
  );

  const publish = useCallback(
    async (file: LookedInto, { title, tags, sharing }: Details) => {
      const { signal } = work.current;
      setState({ step: 'publishing', file, progress: { stage: 'waiting', share: 0, featureCount: 0 } });
      try {
        await describeItem(connection, who, file.itemId, { title, tags });
        const name = await findServiceName(connection, file.serviceName);
        const job = await publishFile(connection, who, file.itemId, { ...file.options, name });
        left.current = { itemId: file.itemId, job };
        for (;;) {
          const progress = await publishingProgress(connection, who, job);
          if (signal.aborted) return;
          if (!progress) break;
          setState({ step: 'publishing', file, progress });
          await pause(askEvery, signal);
        }
        left.current = {};
        if (sharing !== 'private') await shareItem(connection, who, job.serviceItemId, sharing);
        setState({ step: 'done', file, serviceItemId: job.serviceItemId, title });
        await listChanged();
      } catch (error) {
        if (!signal.aborted) await fail(error);
      }
    },
    [connection, who, fail, listChanged],
  );

  const cancel = useCallback(async () => {
    work.current.abort();
    setState({ step: 'choose' });
    await clear();
  }, [clear]);

  // Leaving the page cancels running work.
  useEffect(
    () => () => {
      work.current.abort();
      void clear();
    },
    [clear],
  );

  return { state, choose, readAs, publish, cancel };
}

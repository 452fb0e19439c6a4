import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import type { SharingLevel } from '../../../portal/capabilities.ts';
import { shareItem, updateItem } from '../../../portal/change-items.ts';
import { listsItems } from '../../../portal/query-keys.ts';
import { serviceRequest } from '../../../portal/service-request.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { ShownLayer, ShownService } from '../../../portal/uploads/add-map-of.ts';
import { followJob } from '../../../portal/uploads/follow-job.ts';
import { fileKind, type FileKind } from '../../../portal/uploads/file-type.ts';
import {
  analyzeFile,
  cancelPublishing,
  chosenFields,
  type FileAnalysis,
  type FileOptions,
  findServiceName,
  publishFile,
  type PublishingJob,
  publishingProgress,
  type PublishingProgress,
} from '../../../portal/uploads/publish-file.ts';
import { discardItem, discardOnClosing, uploadFile } from '../../../portal/uploads/upload-file.ts';

/** The user's choices before publishing. */
export interface Details {
  title: string;
  tags: string[];
  sharing: SharingLevel;
  /** The esriFieldTypes chosen for fields, by name. */
  types: ReadonlyMap<string, string>;
}

/** What has to be removed when an upload is cancelled. */
interface Begun {
  itemId?: string;
  isPublishing?: boolean;
  job?: PublishingJob;
  cancellable?: boolean;
}

/**
 * Uploads a file to the organisation's portal and publishes it as a hosted layer. Cancelling leaves nothing behind.
 */
export function useUpload() {
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const { portal } = useIdentity();
  const embedded = portal?.uploadPreviews === true;
  const queries = useQueryClient();
  const [state, setState] = useState<UploadState>({ step: 'choose' });
  const work = useRef<AbortController>(new AbortController());
  const left = useRef<Begun>({});

  const remove = useCallback(
    async ({ itemId, job, cancellable = false }: Begun) => {
      if (job) await cancelPublishing(connection, who, job, cancellable).catch(() => {});
      if (itemId !== undefined) await discardItem(connection, who, itemId);
    },
    [connection, who],
  );

  /** Removes what has been uploaded so far. */
  const clear = useCallback(async () => {
    const begun = left.current;
    left.current = {};
    await remove(begun);
  }, [remove]);

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
        const kind = await fileKind(file, portal);
        if (!kind)
          throw new MappingError('upload:format-not-published', 'The portal publishes no such files.');
        const onProgress = (share: number) =>
          !signal.aborted && setState({ step: 'sending', fileName: file.name, share });
        const { itemType } = kind;
        const itemId = await uploadFile(connection, {
          file,
          username: who,
          itemType,
          inParts: !embedded,
          onProgress,
          signal,
          onItem: (id) => void (left.current = { itemId: id }),
        });
        setState({ step: 'analysing', fileName: file.name });
        const uploaded = { itemId, fileName: file.name, kind };
        const analysis = await analyzeFile(connection, uploaded, {}, signal);
        setState({
          step: 'preview',
          file: { ...uploaded, options: {}, ...analysis },
          busy: false,
          error: undefined,
        });
      } catch (error) {
        if (!signal.aborted) await fail(error);
      }
    },
    [connection, who, portal, embedded, fail],
  );

  /** Analyses the file again with other options. */
  const readAs = useCallback(
    async (file: AnalysedUpload, options: FileOptions) => {
      const { signal } = work.current;
      setState({ step: 'preview', file: { ...file, options }, busy: true, error: undefined });
      try {
        const analysis = await analyzeFile(connection, file, options, signal);
        setState({
          step: 'preview',
          file: { ...file, options, ...analysis },
          busy: false,
          error: undefined,
        });
      } catch (error) {
        if (!signal.aborted) setState({ step: 'preview', file: { ...file, options }, busy: false, error });
      }
    },
    [connection],
  );

  const publish = useCallback(
    async (file: AnalysedUpload, { title, tags, sharing, types }: Details) => {
      const { signal } = work.current;
      setState({ step: 'publishing', file, progress: { stage: 'waiting', share: 0, featureCount: 0 } });
      left.current = { itemId: file.itemId, isPublishing: true };
      try {
        await updateItem(connection, { id: file.itemId, owner: who }, { title, tags });
        const name = await findServiceName(connection, file.name);
        signal.throwIfAborted();
        const { kind, proposed, options, itemId, preview } = file;
        const job = await publishFile(connection, who, itemId, {
          ...options,
          name,
          kind,
          ...(proposed && { proposed }),
          fields: chosenFields(preview, types),
        });
        const begun = { itemId, isPublishing: true, job, cancellable: embedded };
        // Cancelled while the request was on its way: another file may have been chosen since.
        if (signal.aborted) return await remove(begun);
        left.current = begun;
        const serviceItemId = await followJob(async () => {
          const progress = await publishingProgress(connection, who, job, { signal });
          if (!progress) return job.serviceItemId;
          if (!signal.aborted) setState({ step: 'publishing', file, progress });
          return undefined;
        }, signal);
        left.current = {};
        const describe = async () => {
          const service = { id: serviceItemId, owner: who };
          // ArcGIS names the service's item after the service.
          if (!embedded) await updateItem(connection, service, { title, tags });
          if (sharing !== 'private') await shareItem(connection, service, { level: sharing });
        };
        // The layer exists, whatever happens now.
        const error = await describe().then(
          () => undefined,
          (cause: unknown) => cause,
        );
        const layers = await layersOf(connection, file, job);
        if (!signal.aborted) setState({ step: 'done', layers, serviceItemId, title, error });
        await queries.invalidateQueries({ predicate: listsItems });
      } catch (error) {
        if (!signal.aborted) await fail(error);
      }
    },
    [connection, who, embedded, fail, remove, queries],
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

  // Publishing goes on when the page closes, and needs the file.
  useEffect(
    () =>
      discardOnClosing(connection, who, () => {
        const { itemId, isPublishing } = left.current;
        if (isPublishing) return undefined;
        left.current = {};
        setState({ step: 'choose' });
        return itemId;
      }),
    [connection, who],
  );

  return { state, choose, readAs, publish, cancel };
}

/**
 * What a map shows of the service: its tiles, or the layers with geometry: as previewed, or its own where
 * nothing was known before.
 */
async function layersOf(
  connection: PortalConnection,
  { preview, fileName }: AnalysedUpload,
  { serviceurl }: PublishingJob,
): Promise<ShownService['layers']> {
  if (preview.tiles) return 'tiles';
  if (preview.layers.length > 0)
    return preview.layers.flatMap(({ name, geometryType }, id) =>
      geometryType === null ? [] : [{ id, name }],
    );
  const service = serviceRequest<{ layers?: ShownLayer[] }>(connection, serviceurl);
  const { layers } = await service.catch(() => ({ layers: [{ id: 0, name: fileName }] }));
  return (layers ?? []).map(({ id, name }) => ({ id, name }));
}

/** A file that was uploaded to the portal and analysed. */
export interface AnalysedUpload extends FileAnalysis {
  /** Its item. */
  itemId: string;
  fileName: string;
  kind: FileKind;
  /** The user's options. */
  options: FileOptions;
}

/** The state of an upload. */
type UploadState =
  | { step: 'choose' }
  | { step: 'sending'; fileName: string; share: number }
  | { step: 'analysing'; fileName: string }
  | { step: 'preview'; file: AnalysedUpload; busy: boolean; error: unknown }
  | { step: 'publishing'; file: AnalysedUpload; progress: PublishingProgress }
  | {
      step: 'done';
      layers: ShownService['layers'];
      serviceItemId: string;
      title: string;
      /** Why the published layer was not described or shared. */
      error: unknown;
    }
  | { step: 'failed'; error: unknown };

import Restore from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useValueText } from '../../../i18n/index.ts';
import { loadLayer } from '../../../portal/hosted-service.ts';
import { changedValues, loadChanges, restoreFeatures } from '../../../portal/layer-history.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { ChangeRow, ChangeRows } from '../../../ui/change-row.tsx';
import { sizes } from '../../../ui/sizes.ts';

/** Changes on one page. */
const pageSize = 20;

interface FeatureHistoryProps {
  /** Address of the layer. */
  url: string;
  /** When its history begins, in epoch milliseconds. */
  since: number;
  objectId: number;
  /** Called after the feature was put back. */
  onRestored: () => void;
  onClose: () => void;
}

/** Who changed a feature from what to what, newest first; each former version can be put back, which can be undone. */
export function FeatureHistory({ url, since, objectId, onRestored, onClose }: FeatureHistoryProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const text = useValueText();
  const title = useId();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const keys = personKeys(connection, who);
  const layer = useQuery({
    queryKey: keys.service(url, 'layer'),
    queryFn: ({ signal }) => loadLayer(connection, { ...addressParts(url), owned: false }, signal),
    enabled: known,
  });
  const list = useInfiniteQuery({
    queryKey: keys.service(url, 'changes', objectId),
    queryFn: ({ pageParam: offset, signal }) =>
      loadChanges(connection, url, { objectIds: [objectId], offset, count: pageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more ? pages.length * pageSize : undefined),
    enabled: known,
    staleTime: 0,
  });
  const put = useMutation({
    mutationFn: async (to: { moment: number; isUndo?: true }) => ({
      ...to,
      ...(await restoreFeatures(connection, url, { moment: to.moment, objectIds: [objectId] })),
    }),
    onSuccess: async () => {
      onRestored();
      await list.refetch();
    },
  });
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? [];
  const oldest = changes.at(-1);
  const error = layer.error ?? list.error ?? put.error;
  const isLoaded = layer.data !== undefined && list.data !== undefined;
  const button = (moment: number) => (
    <Tooltip title={t('popup.history.restore')}>
      <IconButton
        aria-label={t('popup.history.restore.of', { when: dateTime(moment) })}
        disabled={put.isPending}
        onClick={() => put.mutate({ moment })}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        <Restore fontSize="small" />
      </IconButton>
    </Tooltip>
  );
  const { data: done } = put;
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{t('popup.history.of')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1 }}>
        {error && (
          <Alert severity="error">
            <ErrorMessage error={error} />
          </Alert>
        )}
        {done && !done.isUndo && (
          <Alert
            severity="success"
            action={
              <Button
                color="inherit"
                disabled={put.isPending}
                onClick={() => put.mutate({ moment: done.before, isUndo: true })}
              >
                {t('popup.history.undo')}
              </Button>
            }
          >
            {t('popup.history.restored', { when: dateTime(done.moment) })}
          </Alert>
        )}
        {!isLoaded && !error && <Skeleton variant="rounded" height={96} />}
        {isLoaded && !oldest && (
          <Typography color="textSecondary">{t('popup.history.none', { when: dateTime(since) })}</Typography>
        )}
        {isLoaded && oldest && (
          <ChangeRows>
            {changes.map(({ moment, editor, change, fields, geometryChanged }, index) => (
              <ChangeRow
                key={moment}
                title={t(`popup.history.${change}`)}
                who={editor ?? t('popup.history.unknown')}
                when={dateTime(moment)}
                values={change === 'changed' ? changedValues(layer.data, fields, text) : []}
                empty={t('popup.history.empty')}
                more={change === 'changed' && geometryChanged ? t('popup.history.moved') : undefined}
                // The first is the version of now; of a deletion there is nothing to put back.
                action={index > 0 && change !== 'deleted' && button(moment)}
              />
            ))}
            {!list.hasNextPage && oldest.change !== 'added' && (
              <ChangeRow
                title={t('popup.history.first')}
                who=""
                when={dateTime(since)}
                values={[]}
                empty=""
                action={button(since)}
              />
            )}
          </ChangeRows>
        )}
        {list.hasNextPage && (
          <Button
            disabled={list.isFetching}
            onClick={() => void list.fetchNextPage()}
            sx={{ justifySelf: 'start' }}
          >
            {t('popup.history.more')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('popup.history.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The service and the number of a layer's address. */
function addressParts(url: string): { url: string; id: number } {
  const cut = url.lastIndexOf('/');
  return { url: url.slice(0, cut), id: Number(url.slice(cut + 1)) };
}

import Restore from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutFinalSlash } from '../../../../../../wire/trim-end.ts';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats, useValueText } from '../../../../../i18n/index.ts';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import {
  changedValues,
  type FeatureChange,
  loadChanges,
  loadEditors,
} from '../../../../../portal/layer-history.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { ChangeRow, ChangeRows } from '../../../../../ui/change-row.tsx';
import { Choice } from '../../../../../ui/choice.tsx';
import { DateTimeField } from '../../../../../ui/date-time-field.tsx';
import { sizes } from '../../../../../ui/sizes.ts';
import type { HistoryProps } from './restore-dialog.tsx';

/** Changes on one page. */
const pageSize = 20;

interface ChangeListProps extends HistoryProps {
  /** Puts the layer back to a moment; undefined for those who may not. */
  onRestore: ((moment: number) => void) | undefined;
}

/** Who changed which feature of a layer from what to what, newest first, by person and time. */
export function ChangeList({ item, url, layer, onRestore }: ChangeListProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const keys = personKeys(connection, who);
  const address = `${withoutFinalSlash(url)}/${layer.id}`;
  const [editor, setEditor] = useState('');
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const editors = useQuery({
    queryKey: keys.service(item.id, 'editors', layer.id),
    queryFn: ({ signal }) => loadEditors(connection, address, signal),
    enabled: known,
  });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: keys.service(item.id, 'changes', layer.id, editor, from ?? '', to ?? ''),
    queryFn: ({ pageParam: offset, signal }) =>
      loadChanges(connection, address, { editor, from, to, offset, count: pageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more ? pages.length * pageSize : undefined),
    enabled: known,
  });
  const changes = data?.pages.flatMap((page) => page.changes) ?? [];
  const all = ['', t('gallery.history.anyone')] as const;
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          mt: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
        }}
      >
        <Choice
          tall
          label={t('gallery.history.person')}
          value={editor}
          options={[all, ...(editors.data ?? []).map((name) => [name, name] as const)]}
          onChoose={setEditor}
        />
        <DateTimeField label={t('gallery.history.from')} value={from} onChange={setFrom} />
        <DateTimeField label={t('gallery.history.to')} value={to} onChange={setTo} />
      </Box>
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {data && changes.length === 0 && (
        <Typography color="textSecondary">{t('gallery.history.none')}</Typography>
      )}
      <ChangeRows>
        {changes.map((change) => (
          <Change
            key={`${change.objectId} ${change.moment}`}
            change={change}
            layer={layer}
            onRestore={onRestore}
          />
        ))}
      </ChangeRows>
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()} sx={{ justifySelf: 'start' }}>
          {t('gallery.history.more')}
        </Button>
      )}
    </>
  );
}

interface ChangeProps {
  change: FeatureChange;
  layer: HostedLayer;
  onRestore: ((moment: number) => void) | undefined;
}

function Change({ change, layer, onRestore }: ChangeProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const text = useValueText();
  const { moment, editor, objectId, geometryChanged, fields } = change;
  const lines = changedValues(layer, fields, text);
  const when = dateTime(moment);
  return (
    <ChangeRow
      title={t(`gallery.history.${change.change}`, { id: String(objectId) })}
      who={editor ?? t('gallery.history.unknown')}
      when={when}
      values={change.change === 'changed' ? lines : []}
      empty={t('gallery.history.empty')}
      more={change.change === 'changed' && geometryChanged ? t('gallery.history.shape') : undefined}
      action={
        onRestore && (
          <Tooltip title={t('gallery.history.restore.here')}>
            <IconButton
              aria-label={t('gallery.history.restore.to', { when })}
              onClick={() => onRestore(moment)}
              sx={{ width: sizes.touch, height: sizes.touch }}
            >
              <Restore fontSize="small" />
            </IconButton>
          </Tooltip>
        )
      }
    />
  );
}

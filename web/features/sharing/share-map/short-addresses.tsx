import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ShortAddress } from '../../../../wire/short-address.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { createShortAddress, listShortAddresses, removeShortAddress } from '../../../api/short-addresses.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useMapState } from '../../../map/map-model.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { QrCode } from './qr-code.tsx';

/** The short address of the saved map that is open, and the user's others. */
export function ShortAddresses() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { wid } = useParams();
  const heading = useId();
  const queries = useQueryClient();
  const title = useMapState((state) => state.title) || t('viewer.newMap');
  const queryKey = apiKeys(org).shortAddresses;
  const own = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listShortAddresses(org, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const create = useMutation({
    mutationFn: (id: string) => createShortAddress(org, { wid: id, title: title.slice(0, 250) }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const remove = useMutation({
    mutationFn: (code: string) => removeShortAddress(org, code),
    onSuccess: async () => {
      create.reset();
      await queries.invalidateQueries({ queryKey });
    },
  });
  // Another editor of the map can have made it.
  const listed = own.data?.pages.flatMap(({ results }) => results) ?? [];
  const made = listed.find((one) => one.wid === wid) ?? create.data;
  const address = made?.wid === wid ? made : undefined;
  const others = listed.filter((one) => one.wid !== wid);
  const error = create.error ?? remove.error;
  const copied = { copied: t('sharing.copied'), copyFailed: t('sharing.copyFailed') };
  if (!wid && others.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={heading} sx={styles.section}>
      <Typography id={heading} variant="h3">
        {t('sharing.short')}
      </Typography>
      {wid && <Typography color="textSecondary">{t('sharing.short.why')}</Typography>}
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {wid && !address && (
        <Button
          variant="outlined"
          loading={create.isPending}
          onClick={() => create.mutate(wid)}
          sx={{ justifySelf: 'start' }}
        >
          {t('sharing.short.create')}
        </Button>
      )}
      {address && (
        <>
          <CopyField
            label={t('sharing.short')}
            value={address.url}
            copy={t('sharing.short.copy')}
            {...copied}
          />
          <QrCode value={address.url} name={address.title} />
          <Button
            color="error"
            loading={remove.isPending}
            onClick={() => remove.mutate(address.code)}
            sx={{ justifySelf: 'start' }}
          >
            {t('sharing.short.remove')}
          </Button>
        </>
      )}
      {others.length > 0 && <OtherAddresses addresses={others} onRemove={(code) => remove.mutate(code)} />}
      {own.hasNextPage && (
        <Button
          loading={own.isFetchingNextPage}
          onClick={() => void own.fetchNextPage()}
          sx={{ minHeight: sizes.touch, justifySelf: 'center' }}
        >
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}

function OtherAddresses({
  addresses,
  onRemove,
}: {
  addresses: readonly ShortAddress[];
  onRemove: (code: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <List disablePadding aria-label={t('sharing.short.mine')}>
      {addresses.map(({ code, title, url }) => (
        <ListItem key={code} disableGutters divider sx={{ gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Link href={url} target="_blank" rel="noopener" noWrap dir="auto" sx={{ display: 'block' }}>
              {title}
            </Link>
            <Typography variant="body2" color="textSecondary" noWrap dir="ltr">
              {url.replace(/^https?:\/\//, '')}
            </Typography>
          </Box>
          <IconButton
            aria-label={t('sharing.short.removeOf', { title })}
            onClick={() => onRemove(code)}
            sx={{ width: sizes.touch, height: sizes.touch }}
          >
            <DeleteOutlined fontSize="small" />
          </IconButton>
        </ListItem>
      ))}
    </List>
  );
}

const styles = {
  section: { display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

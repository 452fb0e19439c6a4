import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShortAddress } from '../../../../../wire/short-address.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { listAllShortAddresses, removeShortAddress } from '../../../../api/short-addresses.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows, Rows } from '../rows.tsx';

/**
 * Every short address of the organisation, newest first, each with a button to remove it; nothing while there
 * is none.
 */
export function AllShortAddresses() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const [removing, setRemoving] = useState<ShortAddress>();
  const queryKey = apiKeys(org).allShortAddresses;
  const addresses = useInfiniteQuery({
    queryKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => listAllShortAddresses(org, pageParam, signal),
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const remove = useMutation({
    mutationFn: (code: string) => removeShortAddress(org, code),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      setRemoving(undefined);
    },
  });
  const close = () => {
    remove.reset();
    setRemoving(undefined);
  };
  if (!addresses.data) return addresses.error ? <LoadState query={addresses}>{() => null}</LoadState> : null;
  const rows = addresses.data.pages.flatMap(({ results }) => results);
  if (rows.length === 0) return null;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      // The end of a hidden list would load the next page.
      slotProps={{ transition: { unmountOnExit: true } }}
      // The line between accordions of a group would be above the corners.
      sx={{ borderRadius: radii.card, mb: 2, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />}>
        <Typography variant="h3">{t('sharing.short')}</Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Rows>
          {rows.map((address) => (
            <AddressRow key={address.code} address={address} onRemove={() => setRemoving(address)} />
          ))}
        </Rows>
        <MoreRows list={addresses} />
      </AccordionDetails>
      {removing && (
        <ConfirmDialog
          question={`${t('sharing.short.remove')}: ${removing.title}`}
          consequences={t('administration.maps.revoke.why')}
          confirm={t('sharing.short.remove')}
          cancel={t('administration.cancel')}
          isPending={remove.isPending}
          error={remove.error ? <ErrorMessage error={remove.error} /> : undefined}
          onConfirm={() => remove.mutate(removing.code)}
          onClose={close}
        />
      )}
    </Accordion>
  );
}

function AddressRow({ address, onRemove }: { address: ShortAddress; onRemove: () => void }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { title, url, owner, created } = address;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Link href={url} target="_blank" rel="noopener" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Link>
        <Typography color="textSecondary" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{url.replace(/^https?:\/\//, '')}</bdi>
          {[owner, date(created)].map((text) => ` · ${text}`)}
        </Typography>
      </Box>
      <Button
        color="error"
        onClick={onRemove}
        aria-label={t('sharing.short.removeOf', { title })}
        sx={{ minHeight: sizes.touch }}
      >
        {t('sharing.short.remove')}
      </Button>
    </Box>
  );
}

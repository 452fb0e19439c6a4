import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { changePartnership, listPartnerships } from '../../../../../portal/accounts/partnerships.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { radii, sizes } from '../../../../../ui/sizes.ts';
import { LoadState } from '../../load-state.tsx';
import { useChange } from '../use-people.ts';

/** Organisations whose users can be invited into groups: request, accept or end a partnership. */
export function PartnersList() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { date } = useFormats();
  const [name, setName] = useState('');
  const [ending, setEnding] = useState<string>();
  const partners = useQuery({
    queryKey: portalKeys(connection).people.partners,
    queryFn: ({ signal }) => listPartnerships(connection, signal),
  });
  const offer = useChange(async (to: string) => {
    await changePartnership(connection, 'offer', to);
    // Unless another name has been typed since then.
    setName((now) => (now.trim() === to ? '' : now));
  });
  const accept = useChange((from: string) => changePartnership(connection, 'accept', from));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography color="textSecondary">{t('people.partners.note')}</Typography>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !offer.isPending) offer.mutate(name.trim());
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
      >
        <TextField
          label={t('people.partners.name')}
          value={name}
          onChange={(event) => {
            // While it runs, its error would be lost.
            if (!offer.isPending) offer.reset();
            setName(event.target.value);
          }}
          error={offer.isError}
          helperText={offer.error ? <ErrorMessage error={offer.error} /> : t('people.partners.name.help')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
          sx={{ flex: '1 1 240px' }}
        />
        <Button
          type="submit"
          variant="contained"
          loading={offer.isPending}
          disabled={name.trim() === ''}
          sx={{ minHeight: sizes.touch }}
        >
          {t('people.partners.offer')}
        </Button>
      </Box>
      {accept.error && (
        <Alert severity="error">
          <ErrorMessage error={accept.error} />
        </Alert>
      )}
      <LoadState query={partners}>
        {(list) =>
          list.length === 0 ? (
            <Typography>{t('people.partners.none')}</Typography>
          ) : (
            <Box
              component="ul"
              aria-label={t('people.view.partners')}
              sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
            >
              {list.map((partner) => (
                <Paper
                  component="li"
                  key={partner.name}
                  variant="outlined"
                  sx={{
                    p: 2,
                    borderRadius: radii.card,
                    display: 'flex',
                    flexWrap: 'wrap',
                    gap: 1.5,
                    alignItems: 'center',
                  }}
                >
                  <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
                    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{partner.name}</Typography>
                    <Typography color="textSecondary" variant="body2">
                      {t(`people.partners.state.${partner.state}`, { date: date(partner.since) })}
                    </Typography>
                  </Box>
                  {partner.state === 'received' && (
                    <Button
                      variant="contained"
                      loading={accept.isPending && accept.variables === partner.name}
                      onClick={() => accept.mutate(partner.name)}
                      aria-label={`${t('people.partners.accept')}: ${partner.name}`}
                      sx={{ minHeight: sizes.touch }}
                    >
                      {t('people.partners.accept')}
                    </Button>
                  )}
                  <Button
                    onClick={() => setEnding(partner.name)}
                    aria-label={`${t('people.partners.end')}: ${partner.name}`}
                    sx={{ minHeight: sizes.touch }}
                  >
                    {t('people.partners.end')}
                  </Button>
                </Paper>
              ))}
            </Box>
          )
        }
      </LoadState>
      {ending !== undefined && <EndPartnership name={ending} onClose={() => setEnding(undefined)} />}
    </Box>
  );
}

/** Shows what is removed from which groups, before a partnership or a request ends. */
function EndPartnership({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const end = useChange(async () => {
    await changePartnership(connection, 'end', name);
    onClose();
  });
  return (
    <ConfirmDialog
      question={t('people.partners.end.ask', { name })}
      consequences={t('people.partners.end.why')}
      confirm={t('people.partners.end')}
      cancel={t('administration.cancel')}
      isPending={end.isPending}
      error={end.error ? <ErrorMessage error={end.error} /> : undefined}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  );
}

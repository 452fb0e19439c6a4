import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { reloadWithHosts } from '../../../context/page-hosts.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { Party } from '../../../portal/copy/report.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import {
  addressOf,
  hostsToOpen,
  isOrganisationName,
  type OtherPortal,
  useOtherPortal,
} from './use-other-portal.ts';

export interface PortalFormProps {
  given: OtherPortal;
  /** Called when something has been typed, so that the page's URL holds it. */
  onChange: (portal: OtherPortal) => void;
  onSignedIn: (party: Party) => void;
}

/** Asks for the other portal, and opens its sign-in page. */
export function PortalForm({ given, onChange, onSignedIn }: PortalFormProps) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const [typed, setTyped] = useState(given);
  const place = typed.place.trim();
  const named = isOrganisationName(place);
  const url = addressOf(place);
  const wrong = place !== '' && !named && url === undefined;
  const same = place === org || url === connection.url;
  const closed = url && !wrong ? hostsToOpen(url) : [];
  const complete = !same && (named || (url !== undefined && typed.appId.trim() !== ''));
  const usable = complete && closed.length === 0;
  const signIn = useOtherPortal(usable ? { place, appId: typed.appId.trim() } : undefined, onSignedIn);
  const change = (part: Partial<OtherPortal>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    onChange({ place: next.place.trim(), appId: next.appId.trim() });
    signIn.forget();
  };
  return (
    <Paper
      component="form"
      variant="outlined"
      onSubmit={(event) => {
        event.preventDefault();
        if (signIn.ready) signIn.open();
      }}
      sx={{ display: 'grid', gap: 2, p: { xs: 2, sm: 3 }, borderRadius: radii.card, maxWidth: 720 }}
    >
      <TextField
        label={t('copy.portal')}
        value={typed.place}
        required
        error={wrong || same}
        helperText={same ? t('copy.portal.same') : wrong ? t('copy.portal.wrong') : t('copy.portal.hint')}
        slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false, dir: 'ltr' } }}
        onChange={(event) => change({ place: event.target.value })}
      />
      {!named && (
        <TextField
          label={t('copy.appId')}
          value={typed.appId}
          required
          helperText={
            <>
              {t('copy.appId.hint')} <code dir="ltr">{`${window.location.origin}/${org}/signed-in`}</code>
            </>
          }
          slotProps={{
            htmlInput: { spellCheck: false, dir: 'ltr' },
            formHelperText: { sx: { overflowWrap: 'anywhere' } },
          }}
          onChange={(event) => change({ appId: event.target.value })}
        />
      )}
      {signIn.failure !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={signIn.failure} />
        </Alert>
      )}
      {complete && closed.length > 0 && <Alert severity="info">{t('copy.reload.why')}</Alert>}
      <Typography variant="body2" color="textSecondary">
        {t('copy.signIn.where')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        {complete && closed.length > 0 ? (
          <Button
            variant="contained"
            sx={{ minHeight: sizes.touch }}
            onClick={() =>
              void reloadWithHosts(closed, { org, keepWork: () => connection.session.keepWork() })
            }
          >
            {t('copy.reload')}
          </Button>
        ) : (
          <Button type="submit" variant="contained" disabled={!signIn.ready} sx={{ minHeight: sizes.touch }}>
            {t('copy.signIn')}
          </Button>
        )}
        {signIn.opened && (
          <Typography component="output" color="textSecondary">
            {t('copy.waiting')}
          </Typography>
        )}
      </Box>
    </Paper>
  );
}

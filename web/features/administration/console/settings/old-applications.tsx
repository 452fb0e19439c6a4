import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { loadImplicitGrant, saveImplicitGrant } from '../../../../portal/load-portal.ts';
import { errorText } from '../../../../i18n/index.ts';
import { portalKeys } from '../../../../portal/query-keys.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { LoadState } from '../load-state.tsx';

/**
 * Whether the portal lets legacy applications without OAuth 2's code flow sign users in. A setting of the portal rather
 * than of the configuration, so it is saved at once; shown only where the portal supports it and the user may change
 * it.
 */
export function OldApplications() {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const queries = useQueryClient();
  const headingId = useId();
  const helpId = useId();
  const offered =
    portal?.implicitGrant !== undefined && user?.privileges.includes('portal:admin:manageSecurity') === true;
  const queryKey = portalKeys(connection).implicitGrant;
  const allowed = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadImplicitGrant(connection, signal),
    enabled: offered,
  });
  const change = useMutation({
    mutationFn: (next: boolean) => saveImplicitGrant(connection, next),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (!offered) return null;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: radii.card, display: 'grid', gap: 2, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h2">
        {t('administration.oldApplications')}
      </Typography>
      <LoadState query={allowed}>
        {(on) => (
          <div>
            <FormControlLabel
              sx={{ minHeight: sizes.touch }}
              control={
                <Switch
                  checked={change.isPending ? change.variables : on}
                  disabled={change.isPending}
                  onChange={(_event, next) => change.mutate(next)}
                  slotProps={{ input: { 'aria-describedby': helpId } }}
                />
              }
              label={t('administration.oldApplications.allow')}
            />
            <FormHelperText id={helpId} sx={{ mt: 0 }}>
              {t('administration.oldApplications.help')}
            </FormHelperText>
          </div>
        )}
      </LoadState>
      {change.error && <Alert severity="error">{errorText(t, change.error)}</Alert>}
    </Paper>
  );
}

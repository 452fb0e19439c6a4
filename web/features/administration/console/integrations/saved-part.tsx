import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { kindOf } from '../../../../../wire/integrations/integration-config.ts';
import { checkIntegration } from '../../../../api/integrations.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { errorText } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { CredentialsForm } from './credentials-form.tsx';

/**
 * The parts that require a saved integration: its credentials, and a test. A changed one must be saved first, so that
 * the test matches what members get.
 */
export function SavedPart({ integration, saved }: { integration: IntegrationConfig; saved: boolean }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const { id, type, title } = integration;
  const test = useMutation({
    mutationFn: () => checkIntegration(org, id),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeys(org).health }),
  });
  if (!saved) {
    return (
      <Typography color="textSecondary" variant="body2">
        {t('administration.integration.saveFirst')}
      </Typography>
    );
  }
  const found = test.data;
  return (
    <Box sx={{ display: 'grid', gap: 2, borderTop: 1, borderColor: 'divider', pt: 2, minWidth: 0 }}>
      {kindOf(type).credentials.for !== 'nobody' && <CredentialsForm id={id} />}
      {test.error && <Alert severity="error">{errorText(t, test.error)}</Alert>}
      {found && (
        <Alert severity={found.state === 'ok' ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
          {[t(`health.state.${found.state}`), found.state !== 'ok' && t(`health.cure.${found.state}`)]
            .filter(Boolean)
            .join(' ')}
        </Alert>
      )}
      <Button
        variant="outlined"
        loading={test.isPending}
        onClick={() => test.mutate()}
        aria-label={`${t('health.test')}: ${title || id}`}
        sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
      >
        {t('health.test')}
      </Button>
    </Box>
  );
}

import MonitorHeart from '@mui/icons-material/MonitorHeartOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../../context/application-context.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { errorText } from '../../languages/index.ts';
import { LoadState } from '../load-state.tsx';
import { HealthRow } from './health-row.tsx';
import { useHealth } from './use-health.ts';

/** How each integration does: what was checked and when, what was found, the cure, and a way to check again now. */
export function HealthPage() {
  const { t } = useTranslation();
  const { org, availableIntegrations: integrations } = useApplicationContext();
  const { kept, testing, failure, test } = useHealth(org);
  if (integrations.length === 0)
    return (
      <StateMessage
        icon={<MonitorHeart />}
        title={t('health.none')}
        action={
          <Button component={Link} to="?page=integrations" sx={{ minHeight: 44 }}>
            {t('health.setUp')}
          </Button>
        }
      />
    );
  return (
    <LoadState query={kept}>
      {(checks) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography color="textSecondary" sx={{ flex: '1 1 280px' }}>
              {t('health.intro')}
            </Typography>
            <Button
              variant="outlined"
              loading={testing.size > 0}
              onClick={() => test(integrations.map(({ id }) => id))}
              sx={{ minHeight: 44 }}
            >
              {t('health.testAll')}
            </Button>
          </Box>
          {failure && <Alert severity="error">{errorText(t, failure)}</Alert>}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {integrations.map((integration) => (
              <HealthRow
                key={integration.id}
                integration={integration}
                health={checks.find((one) => one.integration === integration.id)}
                busy={testing.has(integration.id)}
                onTest={() => test([integration.id])}
              />
            ))}
          </Box>
        </Box>
      )}
    </LoadState>
  );
}

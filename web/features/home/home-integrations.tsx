import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { IntegrationIcon } from '../../ui/integration-icon.tsx';
import { sizes } from '../../ui/theme.ts';
import { Section } from './section.tsx';

/** The organisation's integrations, to switch on before a map is open; nothing when it has none. */
export function HomeIntegrations() {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useApplicationContext();
  if (availableIntegrations.length === 0) return null;
  return (
    <Section title={t('home.integrations')} hint={t('home.integrations.hint')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {availableIntegrations.map(({ id, type, title, state }) => {
          const open = state !== 'inactive';
          return (
            <Chip
              key={id}
              icon={<IntegrationIcon type={type} />}
              label={title}
              variant="outlined"
              aria-pressed={open}
              onClick={() => (open ? closeIntegration(id) : openIntegration(id))}
              sx={{
                height: { xs: sizes.touch, sm: 40 },
                borderRadius: 2,
                px: 0.5,
                fontSize: '0.875rem',
                borderColor: 'divider',
                backgroundColor: open ? 'open.main' : 'background.paper',
              }}
            />
          );
        })}
      </Box>
    </Section>
  );
}

import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { loadOrganisationStorage } from '../../../portal/content-storage.ts';
import { useFormats } from '../../languages/index.ts';
import { LoadState } from '../load-state.tsx';

/** What the organisation's content takes and may take, in all and by person; only where the portal says so. */
export function StorageSection() {
  const { t } = useTranslation();
  const { bytes, number } = useFormats();
  const { connection, portal } = useApplicationContext();
  const said = portal?.contentStorage === true;
  const storage = useQuery({
    queryKey: ['portal', connection.restUrl, 'organisation', 'storage'],
    queryFn: ({ signal }) => loadOrganisationStorage(connection, signal),
    enabled: said,
  });
  if (!said) return null;
  const title = t('administration.storage');
  return (
    <Paper
      component="section"
      aria-label={title}
      variant="outlined"
      sx={{ p: 2, borderRadius: '12px', minWidth: 0 }}
    >
      <Typography variant="h2">{title}</Typography>
      <LoadState query={storage}>
        {({ used, most, people }) => (
          <>
            <Typography>
              {t('content.storage.used', { used: bytes(used.bytes), most: bytes(most.bytes) })}
            </Typography>
            {(['items', 'features'] as const).map((amount) => (
              <Typography key={amount} color="textSecondary">
                {t(`content.storage.${amount}`, { used: number(used[amount]), most: number(most[amount]) })}
              </Typography>
            ))}
            <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
              {people.map(({ username, bytes: size, items }) => (
                <Box
                  component="li"
                  key={username}
                  sx={{ display: 'flex', gap: 2, py: 0.5, flexWrap: 'wrap' }}
                >
                  <Typography sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
                    <bdi>{username}</bdi>
                  </Typography>
                  <Typography color="textSecondary">
                    {t('administration.storage.items', { number: number(items) })}
                  </Typography>
                  <Typography>{bytes(size)}</Typography>
                </Box>
              ))}
            </Box>
          </>
        )}
      </LoadState>
    </Paper>
  );
}

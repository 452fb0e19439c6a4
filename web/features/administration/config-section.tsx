import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigSectionContent } from './config-sections.ts';

/** One part of the configuration: names and values. */
export function ConfigSection({ title, fields }: ConfigSectionContent) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: 2, mb: 2, borderRadius: '12px', breakInside: 'avoid' }}
    >
      <Typography id={headingId} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box component="dl" sx={styles.list}>
        {fields.map(({ name, value }) => (
          <Box key={name} sx={styles.row}>
            <Typography component="dt" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" color={value ? 'textPrimary' : 'textSecondary'} sx={styles.value}>
              {value || t('administration.notSet')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

const styles = {
  list: { m: 0, display: 'grid', gap: 1 },
  row: { display: 'grid', gridTemplateColumns: 'minmax(120px, 1fr) 2fr', gap: 2 },
  // Each line runs the way its own language is written.
  value: { m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line', unicodeBidi: 'plaintext' },
} as const;

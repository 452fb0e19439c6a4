import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { IntegrationIcon } from '../../../../ui/integration-icon.tsx';
import { placeNoteStyles } from '../choose-place-note.tsx';
import { useHub } from '../host/hub.ts';
import { useSetUp } from '../host/use-set-up.ts';
import { ExtensionFrame } from './extension-frame.tsx';

/**
 * The extensions without a page to see that were started from popups: each has a notice over the map until it
 * is closed.
 */
export function ActingExtensions({ ids }: { ids: readonly string[] }) {
  const { integrations } = useConfiguration().config;
  return integrations
    .filter(({ id }) => ids.includes(id))
    .map((extension) => <ActingExtension key={extension.id} extension={extension} />);
}

function ActingExtension({ extension }: { extension: IntegrationConfig }) {
  const { t } = useTranslation();
  const hub = useHub();
  const { address } = useSetUp(extension);
  const [text, setText] = useState('');
  const { id, type, title, config } = extension;
  return (
    <Paper component="section" aria-label={title} variant="outlined" sx={placeNoteStyles.note}>
      <IntegrationIcon type={type} config={config} fontSize="medium" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{title}</Typography>
        <Typography component="output" color="textSecondary" dir="auto" sx={styles.text}>
          {text}
        </Typography>
        <ExtensionFrame extension={extension} address={address} notify={setText} />
      </Box>
      <IconButton
        size="small"
        aria-label={t('integration.close', { title })}
        onClick={() => hub.acting.set(hub.acting.get().filter((each) => each !== id))}
      >
        <Close fontSize="small" />
      </IconButton>
    </Paper>
  );
}

const styles = {
  text: { display: 'block', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
} as const;

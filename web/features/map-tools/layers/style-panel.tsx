import ArrowBack from '@mui/icons-material/ArrowBack';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import RestartAlt from '@mui/icons-material/RestartAlt';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/index.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { useStore } from '../../../map/store.ts';
import { openStyle } from '../../../map/style/style.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ClassFields, FieldChoice, KindChoice, RampChoice } from './style-choices.tsx';
import { StyleRows, SymbolFields } from './style-colours.tsx';

/** How a layer is drawn: by one symbol, or by its values. Every change is drawn at once. */
export function StylePanel({ layer, onBack }: { layer: LayerState; onBack: () => void }) {
  const { t } = useTranslation();
  const { session, error, again } = useCapability((model) => openStyle(model, layer.id), { key: layer.id });
  const state = useStore(session?.state);
  const title = layer.title || t('layers.untitled');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box component="section" aria-label={t('layers.styleOf', { title })} sx={{ pb: 2 }}>
      <Box sx={styles.head}>
        <IconButton aria-label={t('layers.style.back')} onClick={onBack}>
          <ArrowBack fontSize="small" sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
        </IconButton>
        <Typography ref={heading} tabIndex={-1} component="h3" sx={styles.title}>
          {title}
        </Typography>
      </Box>
      {state?.working && <LinearProgress aria-label={t('layers.style.working')} sx={styles.progress} />}
      {error ? (
        <Box sx={{ p: 2 }}>
          <StateMessage
            role="alert"
            icon={<CloudOff />}
            title={errorText(t, error)}
            action={<Button onClick={again}>{t('app.tryAgain')}</Button>}
          />
        </Box>
      ) : !session || !state ? (
        <Box component="output" aria-label={t('app.loading')} sx={styles.fields}>
          <Skeleton animation={false} variant="rounded" height={40} />
          <Skeleton animation={false} variant="rounded" height={40} />
        </Box>
      ) : (
        <Box sx={styles.fields}>
          <KindChoice session={session} state={state} />
          {state.kind === 'other' && <Alert severity="info">{t('layers.style.other')}</Alert>}
          <FieldChoice session={session} state={state} />
          <ClassFields session={session} state={state} />
          <RampChoice session={session} state={state} />
          {state.error && <Alert severity="error">{errorText(t, state.error)}</Alert>}
          <SymbolFields session={session} state={state} />
          <StyleRows session={session} state={state} />
          {state.changed && (
            <Button
              size="small"
              startIcon={<RestartAlt fontSize="small" />}
              onClick={session.reset}
              sx={{ justifySelf: 'start' }}
            >
              {t('layers.style.reset')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}

const styles = {
  head: { display: 'flex', alignItems: 'center', gap: 0.5, px: 0.5, minHeight: 48 },
  title: { fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere', outline: 'none' },
  // Above the fields, without moving them.
  progress: { height: 2, mt: '-2px' },
  fields: { display: 'grid', gap: 2, px: 2, pt: 1 },
} as const;

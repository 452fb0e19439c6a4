import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { errorText } from '../../../i18n/index.ts';
import { textSizes } from '../../../ui/sizes.ts';

/** Why a layer failed, with an action: sign in where that helps, else retry. */
export function LayerFailure({ layer: { id, title, error } }: { layer: LayerState }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const { user, signIn } = useIdentity();
  // The SDK cancels a sign-in without a status, but the id identifies it.
  const asks = !user && error !== undefined && (error.id === 'portal:token-required' || needsSignIn(error));
  return (
    <Box role="alert" sx={styles.box}>
      <Box component="span" sx={{ color: asks ? 'text.secondary' : 'error.main', overflowWrap: 'anywhere' }}>
        {errorText(t, error)}
      </Box>
      {asks ? (
        <Button size="small" onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={t('layers.retry', { title: title || t('layers.untitled') })}
          onClick={() => model?.retryLayer(id)}
        >
          {t('app.tryAgain')}
        </Button>
      )}
    </Box>
  );
}

const styles = {
  box: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    paddingInlineStart: '76px',
    paddingInlineEnd: 2,
    mt: -0.75,
    fontSize: textSizes.small,
  },
} as const;

import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../../ui/sizes.ts';

export interface StepHeadProps {
  title: string;
  /** A second line, such as the layer. */
  detail?: string | undefined;
  /** URL of a symbol's image. */
  picture?: string | undefined;
  onBack: () => void;
}

/** The heading of an editing step, with a button to go back. */
export function StepHead({ title, detail, picture, onBack }: StepHeadProps) {
  const { t } = useTranslation();
  return (
    <Box data-step sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 0.5, pb: 1 }}>
      <IconButton
        aria-label={t('edit.back')}
        onClick={onBack}
        sx={{ width: sizes.touch, height: sizes.touch }}
      >
        <ArrowBack fontSize="small" sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />
      </IconButton>
      {picture && <SymbolPicture picture={picture} />}
      <Box data-head tabIndex={-1} sx={{ minWidth: 0, outline: 'none' }}>
        <Typography dir="auto" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }} component="h3">
          {title}
        </Typography>
        {detail && (
          <Typography variant="caption" color="textSecondary" component="p" noWrap>
            {detail}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** A template's symbol, in a square that keeps the row's height while it loads. */
export function SymbolPicture({ picture }: { picture: string | undefined }) {
  return (
    <Box sx={{ width: 32, height: 32, flexShrink: 0, display: 'grid', placeItems: 'center' }}>
      {picture && <img src={picture} alt="" style={{ maxWidth: 28, maxHeight: 28 }} />}
    </Box>
  );
}

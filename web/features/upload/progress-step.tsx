import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../languages/index.ts';

export interface ProgressStepProps {
  label: string;
  /** 0 to 1; unknown when absent. */
  share?: number;
  featureCount?: number;
  onCancel: () => void;
}

/** Work that takes a while: what is being done, how far it is, and a way to stop it. */
export function ProgressStep({ label, share, featureCount = 0, onCancel }: ProgressStepProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const known = share !== undefined;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, minHeight: 160, alignContent: 'center' }}>
        <Typography id={id} component="output" sx={{ overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
        <LinearProgress
          aria-labelledby={id}
          variant={known ? 'determinate' : 'indeterminate'}
          {...(known && { value: Math.round(share * 100) })}
          sx={{ height: 6, borderRadius: 3 }}
        />
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ fontVariantNumeric: 'tabular-nums', minHeight: '1.5em' }}
        >
          {featureCount > 0 && t('upload.features', { count: featureCount, number: number(featureCount) })}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('upload.cancel')}</Button>
      </DialogActions>
    </>
  );
}

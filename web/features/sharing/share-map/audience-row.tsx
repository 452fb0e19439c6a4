import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapAudience } from '../../../../wire/map-audience.ts';
import { LazyBoundary } from '../../../ui/lazy-boundary.tsx';

export interface AudienceRowProps {
  label: string;
  value: MapAudience | undefined;
  /** Whether it is that of a link. */
  ofLink?: boolean;
  onChange: (next: MapAudience | undefined) => void;
}

/** What readers get, as one line, and a dialog that changes it. */
export function AudienceRow({ label, value, ofLink = false, onChange }: AudienceRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const apply = (next: MapAudience | undefined) => {
    onChange(next);
    close();
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={id} variant="body2" color="textSecondary">
          {label}
        </Typography>
        <Typography>{t(`audience.preset.${value?.preset ?? 'everything'}`)}</Typography>
      </Box>
      <Button aria-describedby={id} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('audience.change')}
      </Button>
      <LazyBoundary
        wanted={open}
        load={loadDialog}
        props={{ open, label, value, ofLink, onApply: apply, onClose: close }}
      />
    </Box>
  );
}

const loadDialog = async () => (await import('./audience-dialog.tsx')).AudienceDialog;

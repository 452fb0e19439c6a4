import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { useItemChanged } from '../use-item-changed.ts';

interface ServiceSwitchProps {
  item: PortalItem;
  label: string;
  /** What the setting means as it is now. */
  hint: string;
  checked: boolean;
  save: (wanted: boolean) => Promise<void>;
}

/** A setting of a hosted service that is saved at once. */
export function ServiceSwitch({ item, label, hint, checked, save }: ServiceSwitchProps) {
  const { t } = useTranslation();
  const changed = useItemChanged(item.id, 'service');
  const hintId = useId();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (wanted: boolean) => {
      await save(wanted);
      await changed();
    },
  });
  return (
    <>
      <FormControlLabel
        sx={{ marginInline: 0, gap: 1 }}
        control={
          <Switch
            checked={isPending ? variables : checked}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': hintId } }}
            onChange={(_event, wanted) => mutate(wanted)}
          />
        }
        label={label}
      />
      <Typography id={hintId} variant="body2" color="textSecondary">
        {hint}
      </Typography>
      {error && (
        <Alert severity="error">
          {t('gallery.settings.error')}: <ErrorMessage error={error} />
        </Alert>
      )}
    </>
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadLogo } from '../../../../api/administration.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { FileButton } from '../../../../ui/file-button.tsx';
import { Logo } from '../../../../ui/logo.tsx';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { FieldGroup, type FieldProps } from '../field-group.tsx';

/** The logo: the current one, another one from a file, or none. */
export function LogoField({ label, help, fault, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const upload = useMutation({
    mutationFn: (file: File) => uploadLogo(org, file),
    onSuccess: (address) => onChange(address),
  });
  const address = typeof value === 'string' ? value : '';
  return (
    <FieldGroup label={label} gap={1}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 72,
            height: 72,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          <Logo address={address} />
        </Box>
        <FileButton
          label={t('administration.logo.choose')}
          variant="outlined"
          accept="image/*"
          loading={upload.isPending}
          onChoose={([file]) => file && upload.mutate(file)}
        />
        {address && (
          <Button disabled={upload.isPending} onClick={() => onChange('')} sx={{ minHeight: sizes.touch }}>
            {t('administration.logo.remove')}
          </Button>
        )}
      </Box>
      {upload.error && (
        <Alert severity="error">
          <ErrorMessage error={upload.error} />
        </Alert>
      )}
      <FormHelperText error={fault !== ''} sx={{ mt: 0 }}>
        {fault || help}
      </FormHelperText>
    </FieldGroup>
  );
}

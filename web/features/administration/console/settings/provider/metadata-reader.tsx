import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import {
  type ProviderMetadata,
  readProviderMetadata,
} from '../../../../../portal/accounts/identity-provider.ts';
import { FileButton } from '../../../../../ui/file-button.tsx';
import { sizes } from '../../../../../ui/sizes.ts';
import { SettingField } from './setting-field.tsx';

/** Fills the settings from a SAML provider's metadata: an address, pasted XML, or a file. */
export function MetadataReader({ onRead }: { onRead: (metadata: ProviderMetadata) => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const [source, setSource] = useState('');
  const read = useMutation({
    mutationFn: async (given: string | File) => {
      const text = typeof given === 'string' ? given : await given.text();
      return readProviderMetadata(
        connection,
        /^https?:\S+$/.test(text) ? { metadataUrl: text } : { metadata: text },
      );
    },
  });
  // Only while these fields are shown: another kind of provider has others.
  const take = (given: string | File) => read.mutate(given, { onSuccess: onRead });
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <SettingField
        label={t('administration.provider.saml.metadata')}
        help={t('administration.provider.saml.metadata.help')}
        value={source}
        lines={2}
        onChange={setSource}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          loading={read.isPending}
          disabled={source.trim() === ''}
          onClick={() => take(source.trim())}
          sx={{ minHeight: sizes.touch }}
        >
          {t('administration.provider.saml.read')}
        </Button>
        <FileButton
          label={t('administration.provider.saml.file')}
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          loading={read.isPending}
          onChoose={([file]) => file && take(file)}
        />
      </Box>
      {read.error && (
        <Alert severity="error">
          <ErrorMessage error={read.error} />
        </Alert>
      )}
      {read.isSuccess && <Alert severity="success">{t('administration.provider.saml.taken')}</Alert>}
    </Box>
  );
}

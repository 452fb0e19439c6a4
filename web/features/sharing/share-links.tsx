import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { CreatedSharedMap } from '../../../wire/shared-map.ts';
import { useMapState } from '../../map/map-model.ts';
import { CopyField } from './copy-field.tsx';
import { embedCode } from './embed-code.ts';

/** A shared map, three ways: its link, its picture for phones, and a piece of page. */
export function ShareLinks({ created, onAnother }: { created: CreatedSharedMap; onAnother: () => void }) {
  const { t } = useTranslation();
  const title = useMapState((state) => state.title) || t('viewer.newMap');
  const { url, removed } = created;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Alert severity="success">{t('sharing.done')}</Alert>
      {removed.length > 0 && (
        <Alert severity="warning">{t('sharing.removed', { count: removed.length })}</Alert>
      )}
      <CopyField label={t('sharing.link')} value={url} copy={t('sharing.link.copy')} />
      <Box
        sx={{
          justifySelf: 'center',
          lineHeight: 0,
          p: 2,
          borderRadius: '12px',
          backgroundColor: 'common.white',
        }}
      >
        {/* Dark on light in both themes: many readers know nothing else. */}
        <QRCodeSVG value={url} size={176} title={t('sharing.qr')} />
      </Box>
      <CopyField label={t('sharing.embed')} value={embedCode(url, title)} copy={t('sharing.embed.copy')} />
      <Button onClick={onAnother}>{t('sharing.another')}</Button>
    </Box>
  );
}

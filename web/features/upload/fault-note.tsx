import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import { uploadFaultOf } from '../../portal/uploads/upload-error.ts';
import { errorText, useFormats } from '../languages/index.ts';

/** Why a file cannot become a layer: where it goes wrong, and what to do about it. */
export function FaultNote({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const fault = uploadFaultOf(error);
  const { file, line, feature } = fault?.place ?? {};
  const place = [
    file,
    line === undefined ? undefined : t('upload.line', { line: number(line) }),
    feature === undefined ? undefined : t('upload.feature', { feature: number(feature) }),
  ].filter((part) => part !== undefined);
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      {place.length > 0 && <AlertTitle>{place.join(' · ')}</AlertTitle>}
      <div dir="auto">{fault?.message ?? errorText(t, error)}</div>
    </Alert>
  );
}

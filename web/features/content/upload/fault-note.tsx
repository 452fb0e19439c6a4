import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Fault } from '../../../../wire/errors.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { isMessageKey, useFormats, valuesOf } from '../../../i18n/index.ts';
import { type UploadFault, uploadFaultOf } from '../../../portal/uploads/publish-file.ts';
import { WithEnglish } from '../../../ui/with-english.tsx';

/** Why a file cannot become a layer: the position of the error and the fix. */
export function FaultNote({ error }: { error: unknown }) {
  const fault = uploadFaultOf(error);
  if (fault) return <PlacedNote fault={fault} severity="error" />;
  return (
    <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
      <ErrorMessage error={error} />
    </Alert>
  );
}

/** A notice about a file, under its position. */
export function PlacedNote({ fault, severity }: { fault: UploadFault; severity: 'error' | 'info' }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { file, line, feature } = fault.place ?? {};
  const place = [
    file,
    line === undefined ? undefined : t('upload.line', { line: number(line) }),
    feature === undefined ? undefined : t('upload.feature', { feature: number(feature) }),
  ].filter((part) => part !== undefined);
  return (
    <Alert severity={severity} sx={{ overflowWrap: 'anywhere' }}>
      {place.length > 0 && <AlertTitle>{place.join(' · ')}</AlertTitle>}
      <div dir="auto">
        <WithEnglish text={faultText(t, fault)} english={englishOf(fault)} />
      </div>
    </Alert>
  );
}

/** The words of the server: the reason within the message of a code, or all of a code that the catalogue lacks. */
function englishOf({ code, values, message }: Omit<Fault, 'path'>): string | undefined {
  if (code === undefined) return undefined;
  if (!isMessageKey(`upload.fault.${code}`)) return message;
  return typeof values?.['reason'] === 'string' ? values['reason'] : undefined;
}

/** A file's fault in the user's language; the server's text if the catalogue lacks its code. */
export function faultText(t: TFunction, { code, values = {}, message }: Omit<Fault, 'path'>): string {
  const key = `upload.fault.${code}`;
  return isMessageKey(key) ? t(key, valuesOf(values)) : message;
}

import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import { creditsOf } from '../../../portal/capabilities.ts';

/** Esri’s list of what uses credits; its prices change, so they are not repeated here. */
const costs = 'https://doc.arcgis.com/en/arcgis-online/administer/credits.htm';

/** Says before publishing that the portal takes credits for it; nothing on portals without credits. */
export function CreditsNote() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { user, portal } = useIdentity();
  const credits = creditsOf(user, portal);
  if (!credits) return null;
  const { left } = credits;
  const none = left !== undefined && left <= 0;
  return (
    <Alert severity={none ? 'warning' : 'info'} role="note">
      {t('upload.credits')}{' '}
      {none
        ? t('upload.credits.none')
        : left !== undefined && t('upload.credits.left', { number: number(Math.floor(left)) })}{' '}
      <Link href={costs} target="_blank" rel="noreferrer">
        {t('upload.credits.costs')}
      </Link>
    </Alert>
  );
}

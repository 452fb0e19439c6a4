import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useIdentity } from './application-context.ts';

/** Why a signed-in person cannot add items to the portal: its maintenance, or their own account. */
export function NoNewItemsNotice() {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  return <Alert severity="info">{t(portal?.isReadOnly ? 'portal.readOnly' : 'portal.viewOnly')}</Alert>;
}

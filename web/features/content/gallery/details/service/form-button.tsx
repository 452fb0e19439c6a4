import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { formAddress } from '../../../../../context/addresses.ts';
import { operationsOf } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { useService } from './use-service.tsx';

/**
 * Opens the form with which people add to a layer, whose address can be passed on; absent where the service
 * accepts no new features.
 */
export function FormButton({ item, url }: { item: PortalItem; url: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { data } = useService(item, url);
  if (!data || !operationsOf(data).includes('Create')) return null;
  return (
    <Button variant="outlined" component={Link} to={formAddress(org, item.id)}>
      {t('gallery.form')}
    </Button>
  );
}

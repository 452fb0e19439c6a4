import { useTranslation } from 'react-i18next';

/** `/`: the plain text "Not found"; there is no list of organisations. */
export function NothingRoute() {
  const { t } = useTranslation();
  return t('app.notFound');
}

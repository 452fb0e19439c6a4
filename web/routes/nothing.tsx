import { useTranslation } from 'react-i18next';

/** `/`: the plain text "Not found", because organisations are not listed. */
export function NothingRoute() {
  const { t } = useTranslation();
  return t('app.notFound');
}

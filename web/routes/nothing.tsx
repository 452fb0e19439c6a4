import { useTranslation } from 'react-i18next';

/** `/`: the plain text "Not found" (spec §2). */
export function NothingRoute() {
  const { t } = useTranslation();
  return t('app.notFound');
}

import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { useTranslation } from 'react-i18next';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { useFeedbackLink } from './feedback-button.tsx';

/** The feedback button as a row of the side drawer. */
export function FeedbackRow() {
  const { t } = useTranslation();
  const link = useFeedbackLink();
  if (!link) return null;
  return (
    <DrawerRow
      component="a"
      {...link}
      icon={<FeedbackOutlined />}
      text={t('feedback.give')}
      aria-label={t('feedback.newTab')}
    />
  );
}

import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFeedbackLink } from './use-feedback-link.ts';

/** Opens the organisation's feedback form in a new tab; nothing when no form is configured. */
export function FeedbackButton() {
  const { t } = useTranslation();
  const link = useFeedbackLink();
  if (!link) return null;
  return (
    <Button
      color="inherit"
      {...link}
      aria-label={t('feedback.newTab')}
      startIcon={<FeedbackOutlined />}
      sx={{ color: 'inherit', whiteSpace: 'nowrap' }}
    >
      {t('feedback.give')}
    </Button>
  );
}

import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import { useTranslation } from 'react-i18next';
import { useFeedbackLink } from './use-feedback-link.ts';

/** The feedback button as a row of the side drawer. */
export function FeedbackRow() {
  const { t } = useTranslation();
  const link = useFeedbackLink();
  if (!link) return null;
  return (
    <ListItemButton component="a" {...link} aria-label={t('feedback.newTab')}>
      <ListItemIcon>
        <FeedbackOutlined />
      </ListItemIcon>
      <ListItemText primary={t('feedback.give')} />
    </ListItemButton>
  );
}

import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { useNarrowHeader } from '../../../ui/use-screen.ts';
import { useFeedbackLink } from './use-feedback-link.ts';

/** Opens the organisation's feedback form in a new tab; nothing when no form is configured. */
export function FeedbackButton() {
  const { t } = useTranslation();
  const link = useFeedbackLink();
  const narrow = useNarrowHeader();
  if (!link) return null;
  if (narrow)
    return (
      <Tooltip title={t('feedback.give')}>
        <IconButton color="inherit" {...link} aria-label={t('feedback.newTab')}>
          <FeedbackOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    );
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

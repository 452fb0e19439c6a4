import FeedbackOutlined from '@mui/icons-material/FeedbackOutlined';
import { useTranslation } from 'react-i18next';
import { DrawerRow } from '../../../ui/drawer-row.tsx';
import { useFeedbackLink } from './feedback-button.tsx';

/** The feedback button as a row of the side drawer; a second row opens the external form where there are both. */
export function FeedbackRow() {
  const { t } = useTranslation();
  const [own, external] = [useFeedbackLink('form'), useFeedbackLink('url')];
  const give = { text: t('feedback.give'), label: t('feedback.newTab') };
  const other = { text: t('feedback.external'), label: t('feedback.externalNewTab') };
  const rows = [
    ...(own ? [{ link: own, ...give }] : []),
    ...(external ? [{ link: external, ...(own ? other : give) }] : []),
  ];
  return rows.map(({ link, text, label }) => (
    <DrawerRow
      key={text}
      component="a"
      {...link}
      icon={<FeedbackOutlined />}
      text={text}
      aria-label={label}
    />
  ));
}

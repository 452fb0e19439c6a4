import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { usePageSidebar } from '../context/page-frame.ts';

export function BasicMapRoute() {
  return <Waiting />;
}

export function WebMapRoute() {
  return <Waiting />;
}

export function SharedMapRoute() {
  return <Waiting />;
}

function Waiting() {
  const { t } = useTranslation();
  usePageSidebar();
  return <LinearProgress aria-label={t('map.loading')} />;
}

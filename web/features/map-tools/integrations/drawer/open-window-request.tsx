import OpenInNew from '@mui/icons-material/OpenInNew';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { sizes } from '../../../../ui/sizes.ts';

export interface OpenWindowRequestProps {
  /** The integration. */
  title: string;
  /** The requested URL. */
  url: string;
  onAnswer: (granted: boolean) => void;
}

/** A foreign page requests a browser window: the user sees the URL and decides. */
export function OpenWindowRequest({ title, url, onAnswer }: OpenWindowRequestProps) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="info"
      variant="outlined"
      icon={<OpenInNew fontSize="inherit" />}
      onClose={() => onAnswer(false)}
      closeText={t('integration.wish.refuse')}
      sx={styles.wish}
    >
      {t('integration.wish', { title, host: new URL(url).host })}
      <Button
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onAnswer(true)}
        sx={{ display: 'flex', width: 'fit-content', minHeight: sizes.touch, marginInlineStart: '-8px' }}
      >
        {t('integration.newWindow')}
      </Button>
    </Alert>
  );
}

const styles = {
  wish: {
    position: 'absolute',
    insetInline: 8,
    bottom: 8,
    backgroundColor: 'background.paper',
    overflowWrap: 'anywhere',
  },
} as const;

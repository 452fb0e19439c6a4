import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';

export interface TableNoticeProps {
  failed: boolean;
  onAgain: () => void;
  onClose: () => void;
}

/** What stands in the table's place until its code is there, or when it does not come. */
export function TableNotice({ failed, onAgain, onClose }: TableNoticeProps) {
  const { t } = useTranslation();
  return (
    <Box sx={styles.notice}>
      {failed ? (
        <Alert
          severity="error"
          action={
            <>
              <Button onClick={onAgain}>{t('app.tryAgain')}</Button>
              <Button onClick={onClose}>{t('table.close')}</Button>
            </>
          }
        >
          {t('viewer.toolFailed')}
        </Alert>
      ) : (
        <Box component="output" aria-label={t('app.loading')}>
          <Skeleton animation={false} height={32} />
        </Box>
      )}
    </Box>
  );
}

const styles = {
  notice: { flexShrink: 0, p: 1, borderTop: 1, borderColor: 'divider', backgroundColor: 'background.paper' },
} as const;

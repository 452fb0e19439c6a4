import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { openGuide } from '../../../context/guide.ts';
import { news } from './news.ts';

/** What is new in each version. */
export function NewsDialog({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const title = useId();
  const close = () => openGuide(undefined);
  return (
    <Dialog open={open} fullWidth maxWidth="sm" onClose={close} aria-labelledby={title}>
      <DialogTitle id={title}>{t('guide.news')}</DialogTitle>
      <DialogContent>
        {news.map(({ version, ids }) => (
          <section key={version}>
            <Typography variant="h3">{t('guide.news.version', { version })}</Typography>
            <ul style={{ margin: '8px 0', paddingInlineStart: 20 }}>
              {ids.map((id) => (
                <Typography key={id} component="li" sx={{ py: 0.5 }}>
                  {t(`guide.news.${id}`)}
                </Typography>
              ))}
            </ul>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{t('guide.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

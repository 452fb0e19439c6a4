import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';

/** Says that a copy was made, and leads to it. */
export function CopiedNote({ id }: { id: string }) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  return (
    <Alert
      severity="success"
      action={
        <Button color="inherit" size="small" component={Link} to={`/${org}/map/wid/${id}`}>
          {t('history.copied.open')}
        </Button>
      }
    >
      {t('history.copied')}
    </Alert>
  );
}

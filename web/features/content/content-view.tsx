import CloudOff from '@mui/icons-material/CloudOffOutlined';
import FolderOff from '@mui/icons-material/FolderOffOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import { Page } from '../../ui/page.tsx';
import { StateMessage } from '../../ui/state-message.tsx';
import { errorText } from '../languages/index.ts';
import { ContentPaging } from './content-paging.tsx';
import { ContentTable } from './content-table.tsx';
import { useContent } from './use-content.ts';

/** What the person owns in the portal, a page at a time (product.md, My content). */
export function ContentView() {
  const { t } = useTranslation();
  const { isAuthorizing, signIn } = useApplicationContext();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1);
  const { who, known, pages, content } = useContent(page);

  const body = () => {
    if (known && !who && !isAuthorizing) {
      const action = (
        <Button variant="contained" onClick={() => void signIn()}>
          {t('session.signIn')}
        </Button>
      );
      return <StateMessage icon={<Lock />} title={t('content.signIn')} action={action} />;
    }
    if (content.error) {
      const again = <Button onClick={() => void content.refetch()}>{t('app.tryAgain')}</Button>;
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('content.error')}
          detail={errorText(t, content.error)}
          action={again}
        />
      );
    }
    if (!content.data) return <Rows label={t('app.loading')} />;
    if (content.data.total === 0) return <StateMessage icon={<FolderOff />} title={t('content.empty')} />;
    return (
      <>
        <ContentTable items={content.data.items} />
        <ContentPaging page={page} pages={pages} onPage={(next) => setParams({ page: String(next) })} />
      </>
    );
  };
  return (
    <Page>
      <Typography variant="h1">{t('content.title')}</Typography>
      {body()}
    </Page>
  );
}

function Rows({ label }: { label: string }) {
  return (
    <Stack component="output" aria-label={label} sx={{ gap: 1 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={48} />
      ))}
    </Stack>
  );
}

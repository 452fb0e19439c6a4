import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';

interface PendingQuery<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** The loaded content, a loading state, or the error with a retry. */
export function LoadState<Data>({
  query,
  waiting = <Waiting />,
  children,
}: {
  query: PendingQuery<Data>;
  /** A skeleton of the content, if that is not a list. */
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return waiting;
  return (
    <StateMessage
      role="alert"
      icon={<CloudOff />}
      title={t('administration.error')}
      detail={<ErrorMessage error={query.error} />}
      action={<Button onClick={() => void query.refetch()}>{t('app.tryAgain')}</Button>}
    />
  );
}

export function Waiting({ count = 6, height = 56 }: { count?: number; height?: number }) {
  const { t } = useTranslation();
  return (
    <Stack component="output" aria-label={t('app.loading')} sx={{ gap: 1.5 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={height} />
      ))}
    </Stack>
  );
}

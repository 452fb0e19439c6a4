import Devices from '@mui/icons-material/DevicesOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  type AccountSession,
  endSession,
  endSessions,
  listSessions,
} from '../../../portal/accounts/accounts.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { Section } from '../../../ui/section.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { DeviceList, DeviceRow } from './device-row.tsx';

/** The user's sessions; one or all others can be ended here. */
export function SessionsSection({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { signOut } = useIdentity();
  const queries = useQueryClient();
  const key = portalKeys(connection).sessions(username);
  const sessions = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => listSessions(connection, username, signal),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const end = useMutation({
    mutationFn: ({ id }: AccountSession) => endSession(connection, username, id),
    onSettled,
  });
  const endOthers = useMutation({ mutationFn: () => endSessions(connection, username, true), onSettled });
  const error = end.error ?? endOthers.error;
  const nameOf = useSessionName();
  return (
    <Section title={t('profile.sessions')} text={t('profile.sessions.text')}>
      {sessions.error && (
        <StateMessage
          compact
          role="alert"
          icon={<Devices />}
          title={<ErrorMessage error={sessions.error} />}
          action={<Button onClick={() => void sessions.refetch()}>{t('app.tryAgain')}</Button>}
        />
      )}
      {sessions.isPending && <Skeleton variant="rounded" height={120} aria-label={t('app.loading')} />}
      {sessions.data && (
        <DeviceList>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.id === session.id}
              onEnd={() => (session.current ? signOut('menu') : end.mutate(session))}
            />
          ))}
        </DeviceList>
      )}
      {/* Mounted before it has text, so that screen readers announce the text. */}
      <Typography component="output" sx={{ overflowWrap: 'anywhere', '&:empty': { position: 'absolute' } }}>
        {end.isSuccess ? t('profile.sessions.ended', { name: nameOf(end.variables) }) : ''}
      </Typography>
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {(sessions.data?.length ?? 0) > 1 && (
        <Button
          variant="outlined"
          color="error"
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
          sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
        >
          {t('profile.sessions.endOthers')}
        </Button>
      )}
    </Section>
  );
}

function useSessionName(): (session: AccountSession) => string {
  const { t } = useTranslation();
  return ({ app, agent }) => {
    const device = deviceOf(agent) || t('profile.sessions.unknown');
    return app ? `${app} · ${device}` : device;
  };
}

function SessionRow(props: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const { session, busy, onEnd } = props;
  const { t } = useTranslation();
  const { ago, date } = useFormats();
  const name = useSessionName()(session);
  return (
    <DeviceRow
      icon={<Devices color="action" />}
      name={name}
      mark={session.current && <Chip size="small" color="primary" label={t('profile.sessions.current')} />}
      text={t('profile.sessions.times', { started: date(session.started), used: ago(session.lastUsed) })}
      action={{
        label: t('session.signOut'),
        name: `${t('session.signOut')}: ${name}`,
        busy,
        onClick: onEnd,
      }}
    />
  );
}

/** More specific names first: Edge claims to be Chrome, Chrome claims to be Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A readable browser and system, `Firefox · Windows`; a program's own name otherwise. Empty without a user agent. */
export function deviceOf(agent: string): string {
  const named = (names: typeof browsers) => names.find(([sign]) => sign.test(agent))?.[1];
  const known = [named(browsers), named(systems)].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : agent.slice(0, 60);
}

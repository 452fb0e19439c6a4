import Security from '@mui/icons-material/SecurityOutlined';
import Warning from '@mui/icons-material/WarningAmber';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { isMessageKey, useFormats } from '../../../i18n/index.ts';
import { endSessions } from '../../../portal/accounts/accounts.ts';
import { loadSecurityActivity, type SecurityEvent } from '../../../portal/accounts/security-activity.ts';
import { portalKeys } from '../../../portal/query-keys.ts';
import { Section } from '../../../ui/section.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { DeviceList, DeviceRow } from './device-row.tsx';
import { deviceOf } from './sessions-section.tsx';

/** Rows before the list is opened, and failed sign-ins among them, which anyone can make. */
const few = 5;
const fewFailed = 2;

const hasFailed = ({ act }: SecurityEvent) => act === 'person.sign-in-failed';

function firstRows(events: readonly SecurityEvent[]): SecurityEvent[] {
  const failed = new Set(events.filter(hasFailed).slice(0, fewFailed));
  return events.filter((event) => !hasFailed(event) || failed.has(event)).slice(0, few);
}

interface SecuritySectionProps {
  username: string;
  /** Leads to the form for a new password; absent where the portal has none of this user. */
  onChangePassword?: (() => void) | undefined;
}

/** Recent sign-ins with new browsers and changes of credentials, with a way to shut others out. */
export function SecuritySection({ username, onChangePassword }: SecuritySectionProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const queries = useQueryClient();
  const keys = portalKeys(connection);
  const [open, setOpen] = useState(false);
  const activity = useQuery({
    queryKey: keys.securityActivity(username),
    queryFn: ({ signal }) => loadSecurityActivity(connection, username, signal),
  });
  const shutOut = useMutation({
    mutationFn: () => endSessions(connection, username, true),
    onSuccess: () => {
      onChangePassword?.();
      return queries.invalidateQueries({ queryKey: keys.sessions(username) });
    },
  });
  const events = activity.data ?? [];
  const shown = open ? events : firstRows(events);
  return (
    <Section title={t('profile.security')} text={t('profile.security.text')}>
      {activity.isPending && <Skeleton variant="rounded" height={120} aria-label={t('app.loading')} />}
      {activity.error && (
        <Alert severity="error">
          <ErrorMessage error={activity.error} />
        </Alert>
      )}
      {activity.data?.length === 0 && <Typography>{t('profile.security.none')}</Typography>}
      {shown.length > 0 && (
        <DeviceList>
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </DeviceList>
      )}
      {events.length > shown.length && (
        <Button onClick={() => setOpen(true)} sx={{ minHeight: sizes.touch, justifySelf: 'start' }}>
          {t('profile.security.more', { count: events.length - shown.length })}
        </Button>
      )}
      {shutOut.error && (
        <Alert severity="error">
          <ErrorMessage error={shutOut.error} />
        </Alert>
      )}
      {shutOut.isSuccess && (
        <Alert severity="success">
          {t(onChangePassword ? 'profile.security.shutOut.password' : 'profile.security.shutOut')}
        </Alert>
      )}
      {events.length > 0 && (
        <Button
          variant="outlined"
          color="error"
          loading={shutOut.isPending}
          onClick={() => shutOut.mutate()}
          sx={{ minHeight: sizes.touch, justifySelf: 'start' }}
        >
          {t('profile.security.notMe')}
        </Button>
      )}
    </Section>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { act, at, by, detail } = event;
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { app, agent, address } = detail;
  const parts = [
    dateTime(at),
    app,
    agent && deviceOf(agent),
    address,
    by && t('profile.security.by', { username: by }),
  ];
  const key = `profile.security.act.${act}`;
  return (
    <DeviceRow
      icon={hasFailed(event) ? <Warning color="warning" /> : <Security color="action" />}
      name={isMessageKey(key) ? t(key as 'profile.security.act.person.new-browser') : act}
      text={parts.filter(Boolean).join(' · ')}
    />
  );
}

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { useFormats } from '../../../../../i18n/index.ts';
import {
  type AppChoices,
  isRegistered,
  loadApp,
  registerApp,
  type RegisteredApp,
  updateApp,
} from '../../../../../portal/applications.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { CopyField } from '../../../../../ui/copy-field.tsx';
import { Part } from '../part.tsx';
import { ServiceState } from '../service/use-service.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { ApplicationForm } from './application-form.tsx';
import { EndRegistration, ResetSecret } from './application-tasks.tsx';

/** The sign-in of an application: its registration, credentials and users. */
export function ApplicationTab({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const changed = useItemChanged(item.id, 'application');
  const [secret, setSecret] = useState<string>();
  const registered = isRegistered(item);
  const app = useQuery({
    queryKey: personKeys(connection, who).application(item.id),
    queryFn: ({ signal }) => loadApp(connection, item, signal),
    enabled: known && registered,
  });
  const register = useMutation({
    mutationFn: async (choices: AppChoices) => {
      setSecret((await registerApp(connection, item, choices)).client_secret);
      await changed();
    },
  });
  if (!registered)
    return (
      <>
        <Typography color="textSecondary">{t('gallery.app.text')}</Typography>
        <ApplicationForm
          action={t('gallery.app.register')}
          pending={register.isPending}
          saved={false}
          error={register.error}
          onSave={register.mutate}
        />
      </>
    );
  return (
    <ServiceState query={app}>
      {(data) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
          <Credentials app={data} secret={secret} />
          <Registration item={item} app={data} />
          <Users app={data} />
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            <ResetSecret
              app={data}
              onSecret={async (next) => {
                setSecret(next);
                await changed();
              }}
            />
            <EndRegistration
              app={data}
              onEnded={async () => {
                setSecret(undefined);
                await changed();
              }}
            />
          </Box>
        </Box>
      )}
    </ServiceState>
  );
}

function Credentials({ app, secret }: { app: RegisteredApp; secret: string | undefined }) {
  const { t } = useTranslation();
  const texts = {
    copy: t('gallery.app.copy'),
    copied: t('gallery.app.copied'),
    copyFailed: t('gallery.app.copyFailed'),
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <CopyField label={t('gallery.app.clientId')} value={app.client_id} {...texts} />
      {secret !== undefined && (
        <>
          <CopyField label={t('gallery.app.secret')} value={secret} {...texts} />
          <Alert severity="warning">{t('gallery.app.secret.once')}</Alert>
        </>
      )}
    </Box>
  );
}

function Registration({ item, app }: { item: PortalItem; app: RegisteredApp }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'application');
  const save = useMutation({
    mutationFn: async (choices: AppChoices) => {
      await updateApp(connection, app.client_id, choices);
      await changed();
    },
  });
  return (
    <Part title={t('gallery.app.registration')} gap={1.5}>
      <ApplicationForm
        before={app}
        action={t('gallery.settings.save')}
        pending={save.isPending}
        saved={save.isSuccess}
        error={save.error}
        onSave={save.mutate}
      />
    </Part>
  );
}

function Users({ app: { users } }: { app: RegisteredApp }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  return (
    <Part title={t('gallery.app.users')} gap={1.5}>
      {users.length === 0 ? (
        <Typography color="textSecondary">{t('gallery.app.users.none')}</Typography>
      ) : (
        <Box component="ul" sx={list}>
          {users.map(({ username, lastUsed }) => (
            <li key={username}>
              <bdi>{username}</bdi>
              <Typography component="span" variant="body2" color="textSecondary">
                {t('gallery.app.users.last', { when: ago(lastUsed) })}
              </Typography>
            </li>
          ))}
        </Box>
      )}
    </Part>
  );
}

const list = {
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 2,
    paddingBlock: 0.75,
    overflowWrap: 'anywhere',
  },
  '& > li:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
} as const;

import AddOutlined from '@mui/icons-material/AddOutlined';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import ExploreOutlined from '@mui/icons-material/ExploreOutlined';
import Extension from '@mui/icons-material/ExtensionOutlined';
import FolderOpen from '@mui/icons-material/FolderOpenOutlined';
import FolderShared from '@mui/icons-material/FolderSharedOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ReactNode, useMemo, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity, useIntegrations } from '../../../context/application-context.ts';
import { openGuide } from '../../../context/guide.ts';
import { radii } from '../../../ui/sizes.ts';
import { Login, Logout } from '../../../ui/mirrored-icons.ts';
import { type Command, useCommands, useRegisterCommands } from './commands-context.ts';
import { MapsToOpenCommands, SettingCommands } from './map-and-setting-commands.tsx';
import { PaletteList } from './palette-list.tsx';

/**
 * The palette: a field with the matching commands below. Escape closes it and restores the focus. It opens
 * again with the reason when a command fails.
 */
export function Palette() {
  const { t } = useTranslation();
  const { open, setOpen } = useCommands();
  const [failure, setFailure] = useState<ReactNode>();
  const run = async (command: Command) => {
    setOpen(false);
    try {
      await command.run();
    } catch (error) {
      // Another move of the map is not an error.
      if (!(error instanceof MappingError)) return;
      setFailure(<ErrorMessage error={error} />);
      setOpen(true);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onFocus={toField}
      slotProps={{ paper: { sx: styles.paper }, transition: { onExited: () => setFailure(undefined) } }}
      sx={styles.dialog}
    >
      <DialogTitle sx={visuallyHidden}>{t('commands.title')}</DialogTitle>
      <CommandsOfAllPages />
      <PaletteList failure={failure} onRun={(command) => void run(command)} />
    </Dialog>
  );
}

/** The map takes the focus when a tool begins to draw; the dialog takes it back and passes it to the field. */
function toField({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target.closest('[role="dialog"]') === null) currentTarget.querySelector('input')?.focus();
}

const styles = {
  dialog: { '& .MuiDialog-container': { alignItems: 'flex-start' } },
  paper: {
    width: 'min(640px, 100vw - 16px)',
    maxWidth: 'none',
    maxHeight: { xs: 'calc(100dvh - 16px)', sm: 'min(560px, 80dvh)' },
    mx: 1,
    mt: { xs: 1, sm: '10dvh' },
    mb: 1,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    boxShadow: '0 16px 48px rgb(0 0 0 / 24%)',
  },
} as const;

/** The palette's commands on every page of the organisation, mounted while it is open. */
function CommandsOfAllPages() {
  const { open } = useCommands();
  if (!open) return null;
  return (
    <>
      <PageCommands />
      <MapsToOpenCommands />
      <IntegrationCommands />
      <SettingCommands />
      <AccountCommands />
      <GuideCommands />
    </>
  );
}

/** Signing in, or out. */
function AccountCommands() {
  const { t } = useTranslation();
  const { user, isAuthorizing, signIn, signOut } = useIdentity();
  const source = useMemo(() => {
    const words = t('session.account');
    const command: Command = user
      ? {
          id: 'sign-out',
          group: 'account',
          title: t('session.signOutName', { name: user.fullName }),
          words,
          Icon: Logout,
          run: () => signOut('menu'),
        }
      : { id: 'sign-in', group: 'account', title: t('session.signIn'), words, Icon: Login, run: signIn };
    // Neither applies until the user's identity is known.
    return { commands: isAuthorizing ? [] : [command] };
  }, [t, user, isAuthorizing, signIn, signOut]);
  useRegisterCommands('account', source);
  return null;
}

/** The tour of the page, except of one shown to readers of a link, and what is new. */
function GuideCommands() {
  const { t } = useTranslation();
  const shared = useMatch('/:org/map/sid/:sid') !== null;
  const source = useMemo(
    () => ({
      commands: (shared ? (['news'] as const) : (['tour', 'news'] as const)).map((guide): Command => ({
        id: `guide ${guide}`,
        group: 'pages',
        title: t(`guide.${guide}`),
        Icon: guide === 'tour' ? ExploreOutlined : NewReleases,
        whenTyped: true,
        run: () => openGuide(guide),
      })),
    }),
    [t, shared],
  );
  useRegisterCommands('guide', source);
  return null;
}

/** Opening and closing the organisation's integrations. */
function IntegrationCommands() {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useIntegrations();
  const source = useMemo(
    () => ({
      commands: availableIntegrations.map(({ id, title, state }): Command => {
        const closed = state === 'inactive';
        return {
          id: `integration ${id}`,
          group: 'integrations',
          title: closed
            ? t('commands.integration.open', { title })
            : t('commands.integration.close', { title }),
          Icon: Extension,
          run: () => (closed ? openIntegration(id) : closeIntegration(id)),
        };
      }),
    }),
    [t, availableIntegrations, openIntegration, closeIntegration],
  );
  useRegisterCommands('integrations', source);
  return null;
}

/** The pages that the user may open. */
function PageCommands() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org } = useConfiguration();
  const { user, isAdmin } = useIdentity();
  const source = useMemo(() => {
    const page = (path: string, title: string, Icon: Command['Icon'], words = ''): Command => ({
      id: `page ${path}`,
      group: 'pages',
      title,
      words,
      Icon,
      run: () => void navigate(`/${org}${path}`),
    });
    const map = t('header.map');
    return {
      commands: [
        page('', t('app.home'), HomeOutlined),
        page('/map', t('viewer.newMap'), AddOutlined, `${map} ${t('header.map.new')}`),
        page('/gallery', t('viewer.problem.gallery'), FolderOpen, `${map} ${t('header.map.open')}`),
        ...(user
          ? [page('/content', t('header.content'), FolderShared), page('/groups', t('groups.title'), Groups)]
          : []),
        ...(isAdmin ? [page('/administration', t('header.administration'), AdminPanelSettings)] : []),
      ],
    };
  }, [t, navigate, org, user, isAdmin]);
  useRegisterCommands('pages', source);
  return null;
}

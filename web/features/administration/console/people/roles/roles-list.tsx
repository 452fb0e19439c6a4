import Add from '@mui/icons-material/Add';
import Badge from '@mui/icons-material/BadgeOutlined';
import ContentCopy from '@mui/icons-material/ContentCopy';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../../../wire/languages.ts';
import { publisherPrivileges, userPrivileges } from '../../../../../../wire/role-privileges.ts';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import {
  type CustomRole,
  deleteRole,
  isPrebuilt,
  loadPrivileges,
} from '../../../../../portal/accounts/roles.ts';
import { portalKeys } from '../../../../../portal/query-keys.ts';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { radii, sizes } from '../../../../../ui/sizes.ts';
import { StateMessage } from '../../../../../ui/state-message.tsx';
import { LoadState } from '../../load-state.tsx';
import { useChange, useCustomRoles } from '../use-people.ts';
import { RoleDialog, type RoleStart } from './role-dialog.tsx';

/** Roles of the embedded portal that can be copied, with their privileges. */
const builtIn = {
  org_user: userPrivileges,
  org_publisher: [...userPrivileges, ...publisherPrivileges],
} as const;

/** The roles that the organisation defined: create, change, copy and delete them. */
export function RolesList() {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  const roles = useCustomRoles();
  const [edited, setEdited] = useState<RoleStart>();
  const [deleted, setDeleted] = useState<CustomRole>();
  const copyOf = (name: string) => withoutIsolates(t('roles.copy.name', { name }));
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 260px' }}>
          {t('roles.note')}
        </Typography>
        <Button
          variant="contained"
          startIcon={<Add />}
          onClick={() => setEdited({ privileges: [] })}
          sx={{ minHeight: sizes.touch }}
        >
          {t('roles.new')}
        </Button>
      </Box>
      <LoadState query={roles}>
        {(own) => (
          <>
            {own.length === 0 && (
              <StateMessage icon={<Badge />} title={t('roles.none')} detail={t('roles.none.why')} />
            )}
            <Box component="ul" aria-label={t('people.view.roles')} sx={styles.list}>
              {own.map((role) => (
                <RoleRow key={role.id} name={role.name} detail={role.description ?? ''}>
                  {!isPrebuilt(role) && (
                    <Act
                      label={t('roles.edit.of', { name: role.name })}
                      icon={<Edit fontSize="small" />}
                      onClick={() => setEdited({ role })}
                    />
                  )}
                  <Act
                    label={t('roles.copy.of', { name: role.name })}
                    icon={<ContentCopy fontSize="small" />}
                    onClick={() => setEdited({ copied: role, name: copyOf(role.name) })}
                  />
                  {!isPrebuilt(role) && (
                    <Act
                      label={t('roles.delete.of', { name: role.name })}
                      icon={<DeleteOutlined fontSize="small" />}
                      onClick={() => setDeleted(role)}
                    />
                  )}
                </RoleRow>
              ))}
              {/* Other portals do not say what their built-in roles allow. */}
              {portal?.accountLinks &&
                (['org_user', 'org_publisher'] as const).map((role) => {
                  const name = t(`people.role.${role}`);
                  return (
                    <RoleRow
                      key={role}
                      name={name}
                      detail={`${t('roles.builtIn')} · ${t(`people.role.help.${role}`)}`}
                    >
                      <Act
                        label={t('roles.copy.of', { name })}
                        icon={<ContentCopy fontSize="small" />}
                        onClick={() => setEdited({ privileges: builtIn[role], name: copyOf(name) })}
                      />
                    </RoleRow>
                  );
                })}
            </Box>
          </>
        )}
      </LoadState>
      {edited && <Edited start={edited} onClose={() => setEdited(undefined)} />}
      {deleted && <DeleteRole role={deleted} onClose={() => setDeleted(undefined)} />}
    </Box>
  );
}

/** The role dialog, once the role's privileges are loaded. */
function Edited({ start, onClose }: { start: RoleStart; onClose: () => void }) {
  const { connection } = useConfiguration();
  const source = start.role ?? start.copied;
  const { data, error } = useQuery({
    queryKey: portalKeys(connection).people.privileges(source?.id ?? ''),
    queryFn: ({ signal }) => loadPrivileges(connection, source?.id ?? '', signal),
    enabled: source !== undefined,
    // Changes start from the privileges that are in force now.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <RoleDialog
      key={data ? 'known' : 'loading'}
      start={start}
      privileges={source ? data : start.privileges}
      failure={error}
      onClose={onClose}
    />
  );
}

function RoleRow({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <Paper component="li" variant="outlined" sx={styles.row}>
      <Badge color="action" />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500 }}>
          <bdi>{name}</bdi>
        </Typography>
        {detail !== '' && (
          <Typography color="textSecondary" variant="body2" dir="auto">
            {detail}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex' }}>{children}</Box>
    </Paper>
  );
}

function Act({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <IconButton
      aria-label={label}
      title={label}
      onClick={onClick}
      sx={{ width: sizes.touch, height: sizes.touch }}
    >
      {icon}
    </IconButton>
  );
}

/** Asks before a role is deleted; a refusal says who has it. */
function DeleteRole({ role, onClose }: { role: CustomRole; onClose: () => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const remove = useChange(async () => {
    await deleteRole(connection, role.id);
    onClose();
  });
  return (
    <ConfirmDialog
      question={t('roles.delete.ask', { name: role.name })}
      consequences={t('roles.delete.why')}
      confirm={t('roles.delete')}
      cancel={t('administration.cancel')}
      isPending={remove.isPending}
      error={remove.error ? <ErrorMessage error={remove.error} /> : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 },
  row: {
    px: 2,
    py: 1,
    minHeight: 64,
    borderRadius: radii.card,
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
  },
} as const;

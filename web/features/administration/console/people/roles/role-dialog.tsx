import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grantablePrivileges } from '../../../../../../wire/role-privileges.ts';
import { useConfiguration, useIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import {
  createRole,
  type CustomRole,
  setPrivileges,
  updateRole,
} from '../../../../../portal/accounts/roles.ts';
import { useChange } from '../use-people.ts';
import { groupPrivileges } from './privilege-groups.ts';

/** Initial state of the role dialog. */
export interface RoleStart {
  /** The role to change; absent: a new one. */
  role?: CustomRole;
  /** The role whose privileges a new one gets. */
  copied?: CustomRole;
  name?: string;
  /** Initial privileges of a role that is not a copy. */
  privileges?: readonly string[];
}

interface RoleDialogProps {
  start: RoleStart;
  /** Undefined while loading. */
  privileges: readonly string[] | undefined;
  /** Why they could not be loaded. */
  failure: unknown;
  onClose: () => void;
}

/** The name, description and privileges of a role. */
export function RoleDialog({ start, privileges: before, failure, onClose }: RoleDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { role } = start;
  const [name, setName] = useState(role?.name ?? start.name ?? '');
  const [description, setDescription] = useState(role?.description ?? start.copied?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [created, setCreated] = useState<string>();
  const id = role?.id ?? created;
  const save = useChange(async () => {
    const texts = { name: name.trim(), description: description.trim() };
    if (id === undefined) {
      const next = await createRole(connection, texts);
      // After a failure only the privileges are missing.
      setCreated(next);
      await setPrivileges(connection, next, [...chosen].toSorted());
    } else {
      await updateRole(connection, { id, ...texts });
      await setPrivileges(connection, id, [...chosen].toSorted());
    }
    onClose();
  });
  // Other portals have privileges of their own, all of which administrators hold.
  const offered = portal?.accountLinks ? grantablePrivileges : (user?.privileges ?? []);
  const groups = groupPrivileges(t, [...offered, ...(before ?? [])]);
  const choose = (privileges: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const privilege of privileges)
      if (on) next.add(privilege);
      else next.delete(privilege);
    setChosen(next);
  };
  const ready = before !== undefined && name.trim() !== '' && !save.isPending;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={() => !save.isPending && onClose()}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {role ? t('roles.edit.of', { name: role.name }) : t('roles.new')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          required
          // It starts again once the privileges are loaded.
          disabled={before === undefined}
          label={t('roles.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 128, dir: 'auto' } }}
          sx={{ mt: 1 }}
        />
        <TextField
          disabled={before === undefined}
          label={t('roles.description')}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
          slotProps={{ htmlInput: { maxLength: 250, dir: 'auto' } }}
        />
        <Typography variant="h3" component="p">
          {t('roles.count', { number: chosen.size })}
        </Typography>
        {failure ? (
          <Alert severity="error">
            <ErrorMessage error={failure} />
          </Alert>
        ) : null}
        {before === undefined && !failure && <Skeleton variant="rounded" height={240} />}
        {before !== undefined &&
          groups.map(({ group, privileges }) => {
            const names = privileges.map(({ privilege }) => privilege);
            const count = names.filter((each) => chosen.has(each)).length;
            const title = t(`roles.group.${group}`);
            return (
              <Box key={group} component="fieldset" aria-label={title} sx={styles.group}>
                <FormControlLabel
                  control={
                    <Checkbox
                      checked={count === names.length}
                      indeterminate={count > 0 && count < names.length}
                      slotProps={{ input: { 'aria-label': `${title}: ${t('roles.all')}` } }}
                      onChange={(_event, on) => choose(names, on)}
                    />
                  }
                  label={<b>{title}</b>}
                />
                <Box sx={styles.privileges}>
                  {privileges.map(({ privilege, name: label }) => (
                    <FormControlLabel
                      key={privilege}
                      control={
                        <Checkbox
                          checked={chosen.has(privilege)}
                          onChange={(_event, on) => choose([privilege], on)}
                        />
                      }
                      label={<span style={{ overflowWrap: 'anywhere' }}>{label}</span>}
                    />
                  ))}
                </Box>
              </Box>
            );
          })}
        {created !== undefined && save.error && <Alert severity="warning">{t('roles.stored')}</Alert>}
        {save.error && (
          <Alert severity="error">
            <ErrorMessage error={save.error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={save.isPending} onClick={onClose}>
          {t('administration.cancel')}
        </Button>
        <Button variant="contained" disabled={!ready} loading={save.isPending} onClick={() => save.mutate()}>
          {role ? t('roles.save') : t('roles.create')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const styles = {
  group: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0, m: 0, p: 0, border: 0 },
  privileges: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', paddingInlineStart: 3 },
} as const;

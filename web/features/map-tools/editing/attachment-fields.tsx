import AttachFile from '@mui/icons-material/AttachFile';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import UndoIcon from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import FormHelperText from '@mui/material/FormHelperText';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAcceptedFile, isAllowedNumber } from '../../../map/edit/attachment-rules.ts';
import type { AttachmentRule, EditAttachment, Editing } from '../../../map/edit/edit-feature.ts';
import { useFormats } from '../../../i18n/index.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';

export interface AttachmentFieldsProps {
  attachments: readonly EditAttachment[];
  canAttach: boolean;
  editing: Pick<Editing, 'attach' | 'detach' | 'keep'>;
}

export interface AttachmentPartsProps extends AttachmentFieldsProps {
  rules: readonly AttachmentRule[];
  /** Whether faults are shown. */
  tried: boolean;
}

/** The attachments of a feature, by the attachment elements of its form if it has any. */
export function AttachmentParts({ rules, tried, ...props }: AttachmentPartsProps) {
  const { attachments } = props;
  if (rules.length === 0) return <AttachmentFields {...props} />;
  const others = attachments.filter(({ rule }) => rule === undefined);
  return (
    <>
      {rules.map((rule) => (
        <RuledFields
          key={rule.key}
          {...props}
          rule={rule}
          tried={tried}
          attachments={attachments.filter((one) => one.rule === rule.key)}
        />
      ))}
      {others.length > 0 && <AttachmentFields {...props} attachments={others} adds={false} />}
    </>
  );
}

/** The files of one element of the form, with what it asks for. */
function RuledFields({
  rule,
  tried,
  attachments,
  ...props
}: AttachmentFieldsProps & { rule: AttachmentRule; tried: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const { label, description, accept, least, most } = rule;
  const count = attachments.filter(({ state }) => state !== 'deleted').length;
  const faulty = tried && !isAllowedNumber(rule, count);
  const attach = (files: readonly File[]) => {
    const taken = files.filter((file) => isAcceptedFile(rule, file));
    setRefused(files.filter((file) => !taken.includes(file)).map(({ name }) => name));
    props.editing.attach(taken, rule.key);
  };
  return (
    <AttachmentFields
      {...props}
      attachments={attachments}
      editing={{ ...props.editing, attach }}
      title={label}
      description={description}
      accept={accept}
      adds={most === undefined || count < most}
      faulty={faulty}
    >
      {least > 0 && (count < least || faulty) && (
        <FormHelperText error={faulty && count < least}>
          {t('edit.attach.least', { number: number(least) })}
        </FormHelperText>
      )}
      {most !== undefined && (
        <FormHelperText error={faulty && count > most}>
          {t('edit.attach.most', { number: number(most) })}
        </FormHelperText>
      )}
      {refused.length > 0 && (
        <FormHelperText error role="alert">
          {t('edit.attach.type', { names: refused.join(', ') })}
        </FormHelperText>
      )}
    </AttachmentFields>
  );
}

interface OwnProps {
  /** Its heading; a usual one if empty. */
  title?: string;
  description?: string;
  accept?: string;
  /** Whether files can be added. */
  adds?: boolean;
  faulty?: boolean;
  children?: ReactNode;
}

/** The attachments of a feature. Files are added and deleted when the feature is saved. */
export function AttachmentFields({
  attachments,
  canAttach,
  editing,
  title,
  description,
  accept,
  adds = true,
  faulty = false,
  children,
}: AttachmentFieldsProps & OwnProps) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      {...(faulty && { 'aria-invalid': true, tabIndex: -1 })}
      sx={{ display: 'grid', gap: 1 }}
    >
      <Typography id={heading} variant="h3" component="h4" dir="auto">
        {title || t('edit.attachments')}
      </Typography>
      {description && (
        <Typography color="textSecondary" dir="auto">
          {description}
        </Typography>
      )}
      {attachments.length === 0 && <Typography color="textSecondary">{t('edit.attach.none')}</Typography>}
      {attachments.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {attachments.map((one) => (
            <AttachmentRow key={one.key} attachment={one} canAttach={canAttach} editing={editing} />
          ))}
        </Box>
      )}
      {canAttach && adds && (
        <FileButton
          label={t('edit.attach')}
          variant="outlined"
          startIcon={<AttachFile />}
          multiple
          {...(accept && { accept })}
          onChoose={(files) => editing.attach(files)}
          sx={{ justifySelf: 'start' }}
        />
      )}
      {canAttach && children}
    </Box>
  );
}

interface AttachmentRowProps {
  attachment: EditAttachment;
  canAttach: boolean;
  editing: AttachmentFieldsProps['editing'];
}

function AttachmentRow({ attachment, canAttach, editing }: AttachmentRowProps) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const { key, name, size, address, picture, state } = attachment;
  const deleted = state === 'deleted';
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
      <Box sx={{ ...styles.picture, opacity: deleted ? 0.4 : 1 }}>
        {picture && address ? (
          <Box component="img" src={address} alt="" loading="lazy" sx={styles.image} />
        ) : (
          <InsertDriveFileOutlined color="action" />
        )}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto" sx={{ textDecoration: deleted ? 'line-through' : 'none' }}>
          {address && !deleted ? (
            <Link href={address} target="_blank" rel="noopener" color="inherit">
              {name}
            </Link>
          ) : (
            name
          )}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {state === 'stored' ? bytes(size) : t(`edit.attach.${state}`)}
        </Typography>
      </Box>
      {canAttach && (
        <IconButton
          aria-label={t(deleted ? 'edit.attach.keep' : 'edit.attach.delete', { name })}
          onClick={() => (deleted ? editing.keep(key) : editing.detach(key))}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          {deleted ? <UndoIcon sx={styles.turned} /> : <DeleteOutlined />}
        </IconButton>
      )}
    </Box>
  );
}

const styles = {
  turned: { '[dir=rtl] &': { transform: 'scaleX(-1)' } },
  picture: {
    width: 48,
    height: 48,
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.control,
    overflow: 'hidden',
  },
  image: { width: 48, height: 48, objectFit: 'cover' },
} as const;

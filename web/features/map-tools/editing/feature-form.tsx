import Draw from '@mui/icons-material/DrawOutlined';
import OpenWith from '@mui/icons-material/OpenWith';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditForm, Editing, EditingState } from '../../../map/edit/edit-feature.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { flatFields, FormElements } from '../../../forms/form-elements.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { WholeControl } from '../../../ui/whole-control.tsx';
import { isAllowedNumber } from '../../../map/edit/attachment-rules.ts';
import { AttachmentParts } from './attachment-fields.tsx';
import { ShapeButtons } from './shape-buttons.tsx';
import { StepHead } from './step-head.tsx';

export interface FeatureFormProps {
  form: EditForm;
  editing: Editing;
  state: EditingState;
  onLeave: () => void;
}

/** A form with the values, shape and attachments of one feature, and its actions. */
export function FeatureForm({ form, editing, state, onLeave }: FeatureFormProps) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const { adds, title, layerTitle, elements, attachments, tried, status, error, dirty } = form;
  const sending = status === 'sending';
  const send = async () => {
    const { activeElement: focused } = document;
    if (await editing.send()) return;
    const faulty = fields.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (faulty) faulty.focus();
    // An inert part has lost the focus.
    else if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
  };
  const miscounted = form.attachmentRules.some((rule) => {
    const files =
      attachments?.filter(({ rule: key, state }) => key === rule.key && state !== 'deleted') ?? [];
    return attachments && !isAllowedNumber(rule, files.length);
  });
  const faulty = tried && !error && (miscounted || flatFields(elements).some(({ fault }) => fault));
  return (
    <Box
      component="form"
      noValidate
      data-step
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      sx={styles.form}
    >
      {/* What is entered while the feature is sent would be lost. */}
      <Box ref={fields} inert={sending} sx={styles.content}>
        <StepHead
          title={title || (adds ? (state.template?.label ?? layerTitle) : layerTitle)}
          detail={layerTitle}
          picture={adds ? state.template?.picture : undefined}
          onBack={onLeave}
        />
        <Box sx={styles.fields} data-fields>
          <FormElements elements={elements} tried={tried} onValue={editing.setValue} />
        </Box>
        {form.canReshape && <ShapePart form={form} editing={editing} state={state} />}
        {attachments && (attachments.length > 0 || form.canAttach) && (
          <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 2 }}>
            <AttachmentParts
              attachments={attachments}
              canAttach={form.canAttach}
              editing={editing}
              rules={form.attachmentRules}
              tried={tried}
            />
          </Box>
        )}
        {form.attachmentsUnread && form.canAttach && (
          <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 1 }}>
            <Typography variant="h3" component="h4">
              {t('edit.attachments')}
            </Typography>
            <Typography color="textSecondary">{t('edit.attach.offline')}</Typography>
          </Box>
        )}
      </Box>
      <Box sx={styles.foot}>
        {error && (
          <Alert severity="error">
            <ErrorMessage error={error} within={(reason) => t('edit.failed', { reason })} />
          </Alert>
        )}
        {faulty && <Alert severity="error">{t('edit.faults')}</Alert>}
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {form.canUpdate && (
            <Button type="submit" variant="contained" loading={sending} disabled={!dirty}>
              {t(adds ? 'edit.create' : 'edit.update')}
            </Button>
          )}
          <Button onClick={onLeave} disabled={sending}>
            {t('edit.cancel')}
          </Button>
          {form.canDelete && (
            <Button
              color="error"
              disabled={sending}
              onClick={() => setDeleting(true)}
              sx={{ marginInlineStart: 'auto' }}
            >
              {t('edit.delete')}
            </Button>
          )}
        </Box>
      </Box>
      {deleting && (
        <ConfirmDialog
          question={t('edit.delete.title')}
          consequences={t('edit.delete.why')}
          confirm={t('edit.delete')}
          cancel={t('edit.cancel')}
          onConfirm={() => {
            setDeleting(false);
            void editing.remove();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Box>
  );
}

/** Moves or reshapes the feature on the map. */
function ShapePart({ form, editing, state }: Omit<FeatureFormProps, 'onLeave'>) {
  const { t } = useTranslation();
  const { shape, reshaping } = form;
  const [redrawing, setRedrawing] = useState(false);
  const point = shape === 'point' || shape === 'multipoint';
  const begin = (again: boolean) => {
    setRedrawing(again);
    if (again) editing.redraw();
    else editing.reshape();
  };
  return (
    <Box sx={{ px: 2, pb: 2, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<OpenWith />}
          aria-pressed={reshaping}
          onClick={() => (reshaping ? editing.finish() : begin(false))}
        >
          {t(reshaping ? 'edit.reshape.done' : point ? 'edit.move' : 'edit.reshape')}
        </Button>
        {!reshaping && (
          <Button startIcon={<Draw />} onClick={() => begin(true)}>
            {t('edit.redraw')}
          </Button>
        )}
      </Box>
      {reshaping && (
        <>
          <Typography component="output" color="textSecondary">
            {redrawing && shape ? t(`edit.draw.${shape}`) : t(point ? 'edit.move.how' : 'edit.reshape.how')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('measure.keys')}
          </Typography>
          {!redrawing && (
            <WholeControl
              label={t('edit.move')}
              directionLabel={(direction) => t(`viewer.pan.${direction}`)}
              onMove={editing.move}
            />
          )}
          <ShapeButtons editing={editing} state={state} corners />
        </>
      )}
    </Box>
  );
}

const styles = {
  form: { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  content: { flex: 1, minHeight: 0, overflow: 'auto' },
  fields: { display: 'grid', gap: 2, px: 2, py: 1, pb: 2 },
  foot: {
    display: 'grid',
    gap: 1,
    p: 2,
    py: 1.5,
    borderTop: 1,
    borderColor: 'divider',
    backgroundColor: 'background.paper',
  },
} as const;

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/index.ts';
import { checkExpression } from '../../../../map/configure/configure.ts';
import { usePhone } from '../../../../ui/use-screen.ts';
import { ExpressionError, type FoundFault } from '../setting-fields.tsx';
import { ArcadeEditor, type ArcadeEditorProps } from './arcade-editor.tsx';

/** An expression in a large editor; only one that compiles can be applied. */
export function ArcadeDialog({
  onClose,
  onChange,
  value,
  ...editor
}: ArcadeEditorProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const heading = useId();
  const phone = usePhone();
  const [edited, setEdited] = useState(value);
  const [fault, setFault] = useState<FoundFault>();
  const unchecked = useEffectEvent((cause: unknown): FoundFault => ({
    message: errorText(t, cause),
    isTranslated: true,
    line: undefined,
    column: undefined,
  }));
  useEffect(() => {
    let left = false;
    const check = async () => {
      const found = await checkExpression(edited, editor.use, editor.fields).catch((cause: unknown) =>
        unchecked(cause),
      );
      if (!left) setFault(found);
    };
    void check();
    return () => {
      left = true;
    };
  }, [edited, editor.use, editor.fields]);
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="md" fullScreen={phone}>
      <DialogTitle id={heading}>{editor.label}</DialogTitle>
      <DialogContent>
        <ArcadeEditor {...editor} value={value} onChange={setEdited} />
        <FormHelperText
          error={fault !== undefined}
          role={fault ? 'alert' : undefined}
          sx={{ minHeight: 20, mx: 0 }}
        >
          {fault ? <ExpressionError fault={fault} /> : t('layers.expression.help')}
        </FormHelperText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('layers.cancel')}</Button>
        <Button
          variant="contained"
          disabled={fault !== undefined}
          onClick={() => {
            onChange(edited);
            onClose();
          }}
        >
          {t('layers.expression.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

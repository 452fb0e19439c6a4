import OpenInFull from '@mui/icons-material/OpenInFull';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { checkExpression, type ExpressionUse } from '../../../map/configure/configure.ts';
import { errorText } from '../../../i18n/index.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import { ExpressionError, type FoundFault, PanelLeft } from './setting-fields.tsx';

// The editor is larger than all panels of a layer together.
const ArcadeDialog = lazy(async () => ({
  default: (await import('./arcade/arcade-dialog.tsx')).ArcadeDialog,
}));

/** The fields of the layer whose expressions are edited. */
export const ExpressionFields = createContext<readonly LayerField[]>([]);

/**
 * An Arcade expression. Errors are shown with line and column; only expressions that compile are applied,
 * also one whose check ends after the panel was left.
 */
export function ExpressionField({
  label,
  value,
  note,
  use = 'feature',
  onChange,
}: {
  label: string;
  value: string;
  /** Shown below the field, such as the value for an example feature. */
  note?: ReactNode;
  /** What the expression is used for. */
  use?: ExpressionUse;
  onChange: (expression: string) => void;
}) {
  const { t } = useTranslation();
  const help = useId();
  const fields = useContext(ExpressionFields);
  const [edited, setEdited] = useState<string>();
  const [fault, setFault] = useState<FoundFault>();
  const [open, setOpen] = useState(false);
  const panelLeft = useContext(PanelLeft);
  const turn = useRef(0);
  const text = edited ?? value;
  const apply = useEffectEvent((found: FoundFault | undefined) => {
    setFault(found);
    if (!found && edited !== undefined && edited !== value) onChange(edited);
  });
  const unchecked = useEffectEvent((cause: unknown): FoundFault => ({
    message: errorText(t, cause),
    isTranslated: true,
    line: undefined,
    column: undefined,
  }));
  useEffect(() => {
    const own = ++turn.current;
    let removed = false;
    const check = async () => {
      const found = await checkExpression(text, use, fields).catch((cause: unknown) => unchecked(cause));
      // A field that made way for another choice would replace it.
      if (own === turn.current && (!removed || panelLeft.current)) apply(found);
    };
    void check();
    return () => {
      removed = true;
    };
  }, [text, use, fields, panelLeft]);
  return (
    <Box>
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={12}
        size="small"
        label={label}
        value={text}
        error={fault !== undefined}
        onChange={({ target }) => setEdited(target.value)}
        onBlur={() => !fault && setEdited(undefined)}
        slotProps={{
          htmlInput: { dir: 'ltr', spellCheck: false, maxLength: 20_000, 'aria-describedby': help },
          input: {
            sx: { fontFamily: 'monospace', alignItems: 'flex-start' },
            endAdornment: (
              <TouchButton label={t('layers.expression.open', { label })} onClick={() => setOpen(true)}>
                <OpenInFull fontSize="small" />
              </TouchButton>
            ),
          },
        }}
      />
      <FormHelperText id={help} error={fault !== undefined} role={fault ? 'alert' : undefined} sx={{ mx: 0 }}>
        {fault ? <ExpressionError fault={fault} /> : note}
      </FormHelperText>
      {open && (
        <Suspense fallback={null}>
          <ArcadeDialog
            label={label}
            value={text}
            use={use}
            fields={fields}
            onChange={setEdited}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Box>
  );
}

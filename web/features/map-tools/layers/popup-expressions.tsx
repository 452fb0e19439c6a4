import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpressionFault, ExpressionUse, PopupExample } from '../../../map/configure/configure.ts';
import {
  isContent,
  type PopupElementJson,
  type PopupExpressionJson,
  unusedName,
  withoutExpression,
} from '../../../map/configure/popup-json.ts';
import { ExpressionField } from './expression-field.tsx';
import type { PopupPartProps } from './popup-elements.tsx';
import { ExpressionError } from './setting-fields.tsx';

/** Arcade expressions whose values a popup can show like fields. */
export function PopupExpressions({ session: { example, ofGroups }, popup, onChange }: PopupPartProps) {
  const { t } = useTranslation();
  const expressions = popup.expressionInfos ?? [];
  const set = (expressionInfos: PopupExpressionJson[]) => onChange({ ...popup, expressionInfos });
  const add = () => {
    const name = unusedName(expressions, popup);
    const title = t('layers.popup.expressionTitle', { number: expressions.length + 1 });
    set([...expressions, { name, title, expression: "'…'", returnType: 'string' }]);
  };
  return (
    <Box component="section" aria-label={t('layers.popup.expressions')} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="caption" color="textSecondary">
        {t('layers.popup.expressions')}
      </Typography>
      {expressions.map((one, index) => (
        <Box key={one.name} sx={{ display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', gap: 0.5 }}>
            <TextField
              fullWidth
              size="small"
              label={t('layers.popup.expressionName')}
              value={one.title ?? ''}
              onChange={({ target }) => set(expressions.with(index, { ...one, title: target.value }))}
              slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
            />
            <IconButton
              aria-label={t('layers.removeOf', { title: one.title ?? '' })}
              onClick={() => onChange(withoutExpression(popup, index))}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Box>
          <Expression
            example={example}
            use={ofGroups ? 'groups' : 'popup'}
            value={one.expression ?? ''}
            noteOf={(result) => t('layers.expression.result', { result })}
            onChange={(expression) => set(expressions.with(index, { ...one, expression }))}
          />
        </Box>
      ))}
      <Button size="small" startIcon={<Add fontSize="small" />} onClick={add} sx={{ justifySelf: 'start' }}>
        {t('layers.popup.addExpression')}
      </Button>
    </Box>
  );
}

/** Arcade that returns content: a text, a list of fields or charts. The preview shows it. */
export function ContentExpression({
  session: { example, ofGroups },
  element,
  onReplace,
}: Pick<PopupPartProps, 'session'> & {
  element: PopupElementJson;
  onReplace: (element: PopupElementJson) => void;
}) {
  const { t } = useTranslation();
  const { expressionInfo } = element;
  return (
    <Expression
      example={example}
      use={ofGroups ? 'groups' : 'popup'}
      value={expressionInfo?.expression ?? ''}
      noteOf={(result) => (isContent(result) ? undefined : t('layers.popup.expressionHelp'))}
      onChange={(expression) => onReplace({ ...element, expressionInfo: { ...expressionInfo, expression } })}
    />
  );
}

/** An expression with its value for the feature of the preview, or its error. */
function Expression({
  example,
  use,
  value,
  noteOf,
  onChange,
}: {
  example: PopupExample;
  use: ExpressionUse;
  value: string;
  /** The note for a value; undefined for none. */
  noteOf: (result: string) => string | undefined;
  onChange: (expression: string) => void;
}) {
  const { t } = useTranslation();
  const [found, setFound] = useState<string | ExpressionFault>();
  useEffect(() => {
    let left = false;
    const show = async () => {
      const result = await example.evaluate(value);
      if (!left) setFound(result);
    };
    void show();
    return () => {
      left = true;
    };
  }, [example, value]);
  const fault = typeof found === 'object' ? found : undefined;
  return (
    <ExpressionField
      label={t('layers.expression')}
      use={use}
      value={value}
      note={typeof found === 'string' ? noteOf(found) : fault && <ExpressionError fault={fault} />}
      onChange={onChange}
    />
  );
}

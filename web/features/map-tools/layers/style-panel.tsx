import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { openStyle, type StyleSession, type StyleState } from '../../../map/style/style.ts';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';
import { SettingPanel, type SettingPanelProps } from './setting-panel.tsx';
import { ClassFields, KindChoice, RampChoice } from './style-choices.tsx';
import { GroupFields } from './style-groups.tsx';
import { BreaksField, DotField, VariableFields } from './style-numbers.tsx';
import { OtherValues, StyleRows, SymbolFields } from './style-colours.tsx';
import { DivisorChoice, FieldChoice } from './style-values.tsx';

/** How a layer is drawn: by one symbol, or by its values. */
export function StylePanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  return (
    <SettingPanel<StyleState, StyleSession>
      {...props}
      label={t('layers.styleOf', { title })}
      resetLabel={t('layers.style.reset')}
      open={openStyle}
    >
      {(session, state) => (
        <>
          <MissingFieldsAlert layerId={props.layer.id} part="style" />
          {state.empty && <Alert severity="info">{t('layers.style.empty')}</Alert>}
          <KindChoice session={session} state={state} />
          {state.kind === 'other' && <Alert severity="info">{t('layers.style.other')}</Alert>}
          <FieldChoice session={session} state={state} />
          <DivisorChoice session={session} state={state} />
          <ClassFields session={session} state={state} />
          <RampChoice session={session} state={state} />
          {state.error && (
            <Alert severity="error">
              {state.inexact && t('layers.style.unread')}{' '}
              {!(state.inexact && state.error.id === 'style:failed') && <ErrorMessage error={state.error} />}
              {state.inexact && (
                <Button
                  color="inherit"
                  size="small"
                  onClick={session.useInexact}
                  sx={{ display: 'block', marginInlineStart: '-5px', mt: 0.5 }}
                >
                  {t('layers.style.fromView')}
                </Button>
              )}
            </Alert>
          )}
          <SymbolFields session={session} state={state} />
          <DotField session={session} state={state} />
          <BreaksField session={session} state={state} />
          <StyleRows session={session} state={state} />
          <OtherValues session={session} state={state} />
          <VariableFields session={session} state={state} />
          <GroupFields session={session} state={state} />
        </>
      )}
    </SettingPanel>
  );
}

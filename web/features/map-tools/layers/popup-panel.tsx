import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  openGroupPopup,
  openPopupDesign,
  type PopupExample,
  type PopupSession,
  type PopupValue,
  type SettingState,
} from '../../../map/configure/configure.ts';
import {
  moved,
  newElement,
  newRelated,
  type PopupElementJson,
  type PopupJson,
  withElement,
} from '../../../map/configure/popup-json.ts';
import { radii } from '../../../ui/sizes.ts';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';
import { insertable, MediaFields, type PopupPartProps, RelatedFields } from './popup-elements.tsx';
import { ContentExpression, PopupExpressions } from './popup-expressions.tsx';
import { PopupFields } from './popup-fields.tsx';
import { AddMenu, type Choice } from './setting-fields.tsx';
import { type LayerPart, PartChoice, SettingPanel, type SettingPanelProps } from './setting-panel.tsx';

// The editor is larger than the rest of the designer.
const LineEditor = lazy(async () => ({ default: (await import('./rich-text/text-editor.tsx')).LineEditor }));
const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text/text-editor.tsx')).RichTextEditor,
}));

/** What a click on a feature of a layer shows, with the popup of a real feature below. */
export function PopupPanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  const [part, setPart] = useState<LayerPart>('features');
  const count = t('charts.statistic.count');
  return (
    <SettingPanel<SettingState<PopupValue>, PopupSession>
      key={part}
      {...props}
      label={t('layers.popupOf', { title })}
      resetLabel={t('layers.popup.reset')}
      open={(model, id) =>
        part === 'groups' ? openGroupPopup(model, id, count) : openPopupDesign(model, id)
      }
    >
      {(session, { value }) => (
        <>
          <PartChoice layer={props.layer} part={part} onChange={setPart} />
          {part === 'features' && <MissingFieldsAlert layerId={props.layer.id} part="popup" />}
          <PopupDesign session={session} value={value} />
        </>
      )}
    </SettingPanel>
  );
}

function PopupDesign({ session, value: { on, popup } }: { session: PopupSession; value: PopupValue }) {
  const { t } = useTranslation();
  const change = (next: PopupJson) => session.set({ on: true, popup: next });
  const elements = popup.popupElements ?? [];
  const { title = '' } = popup;
  const { fieldInfos, expressionInfos } = popup;
  const choices = useMemo(
    () => insertable({ session, popup: { fieldInfos, expressionInfos } }),
    [session, fieldInfos, expressionInfos],
  );
  return (
    <>
      <FormControlLabel
        control={<Switch checked={on} onChange={(_event, checked) => session.set({ on: checked, popup })} />}
        label={t('layers.popup.show')}
      />
      {on && (
        <>
          <Suspense fallback={<Skeleton variant="rounded" height={80} />}>
            <LineEditor
              label={t('layers.popup.title')}
              value={title}
              choices={choices}
              onChange={(next) => change({ ...popup, title: next })}
            />
          </Suspense>
          {elements.map((element, index) => (
            <PopupElement
              // Elements have no id besides their position.
              key={`${index} ${element.type}`}
              session={session}
              popup={popup}
              element={element}
              index={index}
              choices={choices}
              onChange={change}
            />
          ))}
          <AddElement
            hasAttachments={session.hasAttachments && !elements.some(({ type }) => type === 'attachments')}
            relationships={session.relationships}
            onAdd={(element) => change({ ...popup, popupElements: [...elements, element] })}
            fields={session.fields}
          />
          <PopupExpressions session={session} popup={popup} onChange={change} />
          <Preview example={session.example} />
        </>
      )}
    </>
  );
}

function PopupElement({
  session,
  popup,
  element,
  index,
  choices,
  onChange,
}: PopupPartProps & { element: PopupElementJson; index: number; choices: readonly Choice[] }) {
  const { t } = useTranslation();
  const elements = popup.popupElements ?? [];
  const kind = (['text', 'fields', 'media', 'attachments', 'relationship', 'expression'] as const).find(
    (one) => one === element.type,
  );
  const name = t(`layers.popup.element.${kind ?? 'other'}`);
  const replace = (next: PopupElementJson | undefined) => onChange(withElement(popup, index, next));
  const move = (to: number) => onChange({ ...popup, popupElements: moved(elements, index, to) });
  const part = { session, popup, onChange };
  return (
    <Box component="fieldset" aria-label={name} sx={styles.element}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="body2" sx={{ fontWeight: 500, flex: 1 }}>
          {name}
        </Typography>
        <IconButton
          aria-label={t('layers.moveUp', { title: name })}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <ArrowUpward fontSize="small" />
        </IconButton>
        <IconButton
          aria-label={t('layers.moveDown', { title: name })}
          disabled={index === elements.length - 1}
          onClick={() => move(index + 1)}
        >
          <ArrowDownward fontSize="small" />
        </IconButton>
        <IconButton aria-label={t('layers.removeOf', { title: name })} onClick={() => replace(undefined)}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Box>
      {kind === 'text' && (
        <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
          <RichTextEditor
            label={t('layers.popup.text')}
            value={element.text ?? ''}
            choices={choices}
            onChange={(text) => replace({ ...element, text })}
          />
        </Suspense>
      )}
      {kind === 'fields' && <PopupFields {...part} element={element} index={index} />}
      {kind === 'relationship' && (
        <RelatedFields {...part} element={element} onReplace={(next) => replace(next)} />
      )}
      {kind === 'expression' && <ContentExpression session={session} element={element} onReplace={replace} />}
      {kind === 'media' && <MediaFields {...part} element={element} onReplace={(next) => replace(next)} />}
    </Box>
  );
}

const elementKinds = ['text', 'fields', 'image', 'chart', 'expression', 'attachments'] as const;

function AddElement({
  hasAttachments,
  relationships,
  fields,
  onAdd,
}: Pick<PopupSession, 'hasAttachments' | 'relationships' | 'fields'> & {
  onAdd: (element: PopupElementJson) => void;
}) {
  const { t } = useTranslation();
  const offered = elementKinds.filter((kind) => kind !== 'attachments' || hasAttachments);
  return (
    <AddMenu
      label={t('layers.popup.add')}
      additions={[
        ...offered.map((kind) => ({
          title: t(`layers.popup.element.${kind}`),
          onAdd: () => onAdd(newElement(kind, fields)),
        })),
        ...relationships.map(({ id, title }, index) => ({
          title: t('layers.popup.relatedOf', { title }),
          onAdd: () => onAdd(newRelated(id, title)),
          apart: index === 0,
        })),
      ]}
    />
  );
}

/** The popup of a feature of the layer. */
function Preview({ example }: { example: PopupExample }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const [without, setWithout] = useState<PopupExample>();
  const none = without === example;
  useEffect(
    () => (host.current ? example.preview(host.current, () => setWithout(example)) : undefined),
    [example],
  );
  return (
    <Box component="section" aria-label={t('layers.popup.preview')}>
      <Typography variant="caption" color="textSecondary">
        {t('layers.popup.preview')}
      </Typography>
      {none && <Typography color="textSecondary">{t('layers.popup.noPreview')}</Typography>}
      <Box ref={host} hidden={none} sx={styles.preview} />
    </Box>
  );
}

const styles = {
  element: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1,
    m: 0,
    p: 1.5,
    pt: 0.5,
    minWidth: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
  },
  preview: {
    mt: 0.5,
    minHeight: 80,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    overflow: 'hidden',
  },
} as const;

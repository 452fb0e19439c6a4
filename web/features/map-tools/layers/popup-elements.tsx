import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { PopupSession } from '../../../map/configure/configure.ts';
import {
  mediaKinds,
  type PopupElementJson,
  type PopupJson,
  type PopupMediaJson,
} from '../../../map/configure/popup-json.ts';
import { type Choice, ChoiceField } from './setting-fields.tsx';

export interface PopupPartProps {
  session: PopupSession;
  popup: PopupJson;
  onChange: (popup: PopupJson) => void;
}

/** The placeholders of texts: fields and expressions. */
export function insertable({ session, popup }: Pick<PopupPartProps, 'session' | 'popup'>): Choice[] {
  const titles = new Map(popup.fieldInfos?.map(({ fieldName, label }) => [fieldName, label]));
  return [
    ...session.fields.map(({ name, title }) => ({ value: `{${name}}`, title: titles.get(name) || title })),
    ...(popup.expressionInfos ?? []).map(({ name = '', title }) => ({
      value: `{expression/${name}}`,
      title: title || name,
    })),
  ];
}

/** The pictures and charts of a popup. */
export function MediaFields({
  session,
  popup,
  element,
  onReplace,
}: PopupPartProps & { element: PopupElementJson; onReplace: (element: PopupElementJson) => void }) {
  const medias = element.mediaInfos ?? [];
  return medias.map((media, index) => (
    <Media
      key={`${index}`}
      session={session}
      popup={popup}
      media={media}
      onChange={(next) => onReplace({ ...element, mediaInfos: medias.with(index, next) })}
    />
  ));
}

function Media({
  session,
  popup,
  media,
  onChange,
}: Pick<PopupPartProps, 'session' | 'popup'> & {
  media: PopupMediaJson;
  onChange: (media: PopupMediaJson) => void;
}) {
  const { t } = useTranslation();
  const kind = mediaKinds.find((one) => one === media.type);
  const { fields = [], sourceURL = '' } = media.value ?? {};
  const titles = new Map(popup.fieldInfos?.map(({ fieldName, label }) => [fieldName, label]));
  const numbers = session.fields.filter((field) => field.kind === 'number' && !field.choices && !field.isId);
  const texts = session.fields.filter((field) => field.kind === 'text' && !field.isId);
  const imageField = texts.find(({ name }) => sourceURL === `{${name}}`);
  if (!kind) return null;
  return (
    <>
      <ChoiceField
        label={t('layers.popup.media')}
        value={kind}
        choices={mediaKinds.map((one) => ({ value: one, title: t(`layers.popup.media.${one}`) }))}
        onChange={(type) => onChange({ ...media, type })}
      />
      <TextField
        fullWidth
        size="small"
        label={t('layers.popup.mediaTitle')}
        value={media.title ?? ''}
        onChange={({ target }) => onChange({ ...media, title: target.value })}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 } }}
      />
      {kind === 'image' ? (
        <>
          {texts.length > 0 && (
            <ChoiceField
              label={t('layers.popup.imageField')}
              value={imageField?.name ?? ''}
              choices={texts.map(({ name, title }) => ({ value: name, title: titles.get(name) || title }))}
              onChange={(name) => onChange({ ...media, value: { ...media.value, sourceURL: `{${name}}` } })}
            />
          )}
          <TextField
            fullWidth
            size="small"
            label={t('layers.popup.imageAddress')}
            value={sourceURL}
            onChange={({ target }) =>
              onChange({ ...media, value: { ...media.value, sourceURL: target.value } })
            }
            slotProps={{ htmlInput: { dir: 'ltr', maxLength: 2000 } }}
          />
        </>
      ) : (
        <TextField
          select
          fullWidth
          size="small"
          label={t('layers.popup.chartFields')}
          value={fields.filter((name) => numbers.some((one) => one.name === name))}
          onChange={({ target }) =>
            onChange({
              ...media,
              value: { ...media.value, fields: target.value as unknown as string[] },
            })
          }
          slotProps={{ select: { multiple: true } }}
        >
          {numbers.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              {titles.get(name) || title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}

const counts = [1, 3, 5, 10] as const;

/** The related records that a popup lists. */
export function RelatedFields({
  session,
  element,
  onReplace,
}: PopupPartProps & { element: PopupElementJson; onReplace: (element: PopupElementJson) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { relationshipId, title, displayCount } = element;
  const known = session.relationships.some(({ id }) => id === relationshipId);
  return (
    <>
      <ChoiceField
        label={t('layers.popup.related')}
        value={known ? String(relationshipId as number) : ''}
        choices={session.relationships.map((one) => ({ value: String(one.id), title: one.title }))}
        onChange={(id) => onReplace({ ...element, relationshipId: Number(id) })}
      />
      {!known && <Alert severity="warning">{t('layers.popup.noRelationship')}</Alert>}
      <TextField
        fullWidth
        size="small"
        label={t('layers.popup.mediaTitle')}
        value={typeof title === 'string' ? title : ''}
        onChange={({ target }) => onReplace({ ...element, title: target.value })}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 500 } }}
      />
      <ChoiceField
        label={t('layers.popup.relatedCount')}
        value={String(displayCount ?? '')}
        choices={[...new Set([...counts, ...(typeof displayCount === 'number' ? [displayCount] : [])])].map(
          (count) => ({ value: String(count), title: number(count) }),
        )}
        onChange={(count) => onReplace({ ...element, displayCount: Number(count) })}
      />
    </>
  );
}

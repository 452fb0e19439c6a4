import AddPhoto from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ItemTranslations,
  itemTranslationsMember,
  translationsOfItem,
  withItemTranslations,
} from '../../../../../wire/item-translations.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { type ItemFields, updateItem, updateThumbnail } from '../../../../portal/change-items.ts';
import { FileButton } from '../../../../ui/file-button.tsx';
import { Thumbnail } from '../../../../ui/map-card.tsx';
import { useObjectUrl } from '../../../../ui/use-object-url.ts';
import { TagsField } from '../../../../ui/tags-field.tsx';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../../portal/thumbnails.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useItemTexts } from '../../../../i18n/index.ts';
import { TaskDialog } from './task-dialog.tsx';
import { TranslationFields } from './translation-fields.tsx';

const longest = { title: 250, snippet: 2048 };

/** Text fields, with their maximum length and number of lines. */
const texts = [
  ['title', longest.title, 1],
  ['snippet', longest.snippet, 2],
  ['description', 100_000, 4],
  ['accessInformation', 2048, 1],
  ['licenseInfo', 100_000, 2],
] as const;

export interface EditDialogProps {
  item: PortalItem;
  onDone: () => void;
  onClose: () => void;
}

/** An item's texts and its thumbnail. */
export function EditDialog({ item, onDone, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { titleOf } = useItemTexts();
  const [was] = useState<ItemFields>(() => ({
    title: item.title,
    snippet: item.snippet ?? '',
    description: item.description ?? '',
    tags: item.tags ?? [],
    accessInformation: item.accessInformation ?? '',
    licenseInfo: item.licenseInfo ?? '',
  }));
  const [translated] = useState(() => translationsOfItem(item.properties));
  const [translations, setTranslations] = useState(translated);
  const [fields, setFields] = useState(was);
  const [picture, setPicture] = useState<File>();
  const [problem, setProblem] = useState<ReactNode>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const changes = {
        ...changedFields(was, fields),
        ...(translations !== translated && {
          properties: withItemTranslations(item.properties, written(translations)),
        }),
      };
      if (Object.keys(changes).length > 0) await updateItem(connection, item, changes);
      if (picture) await updateThumbnail(connection, item, picture);
      onDone();
    } catch (error) {
      setProblem(<ErrorMessage error={error} />);
      setBusy(false);
    }
  };
  return (
    <TaskDialog
      title={`${t('content.task.edit')}: ${titleOf(item)}`}
      action={t('content.edit.save')}
      problem={problem}
      busy={busy}
      long
      changed={fields !== was || translations !== translated || picture !== undefined}
      ready={fields.title?.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Picture item={item} picture={picture} onPicture={setPicture} />
      {texts.map(([name, longest, lines]) => (
        <TextField
          key={name}
          label={t(`content.edit.${name}`)}
          value={fields[name]}
          required={name === 'title'}
          multiline={lines > 1}
          minRows={lines}
          maxRows={12}
          onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
          slotProps={{ htmlInput: { maxLength: longest, dir: 'auto' } }}
        />
      ))}
      <TagsField
        label={t('content.edit.tags')}
        help={t('saving.tags.how')}
        value={fields.tags ?? []}
        onChange={(tags) => setFields({ ...fields, tags })}
      />
      <TranslationFields value={translations} longest={longest} onChange={setTranslations} />
    </TaskDialog>
  );
}

/** The fields that differ: others may have been changed elsewhere meanwhile. */
function changedFields(before: ItemFields, after: ItemFields): ItemFields {
  const names = Object.keys(after) as (keyof ItemFields)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

/** Translations without empty texts. */
function written(translations: ItemTranslations): ItemTranslations {
  return translationsOfItem({ [itemTranslationsMember]: translations });
}

interface PictureProps {
  item: PortalItem;
  picture: File | undefined;
  onPicture: (picture: File | undefined) => void;
}

function Picture({ item, picture, onPicture }: PictureProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const preview = useObjectUrl(picture);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, '& > span': { borderRadius: 1 } }}>
      <Thumbnail address={preview ?? itemThumbnail(connection, item, 400)} width={150} />
      <FileButton
        label={t('content.edit.picture')}
        startIcon={<AddPhoto />}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChoose={([file]) => onPicture(file)}
      />
    </Box>
  );
}

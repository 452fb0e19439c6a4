import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../context/application-context.ts';
import { addItem } from '../../../../portal/change-items.ts';
import { errorText, itemTypeName } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { emptyWebMap, typeOfAddress } from '../new-item.ts';
import { takeFocus } from './take-focus.ts';
import { TaskDialog } from './task-dialog.tsx';

export interface AddDialogProps {
  username: string;
  /** Id of the folder it goes into; empty: none. */
  folder: string;
  onDone: (id: string) => void;
  onClose: () => void;
}

const ways = ['map', 'address'] as const;
type Way = (typeof ways)[number];

/** Adds an item: an empty web map, or a service or document by URL. */
export function AddDialog({ username, folder, onDone, onClose }: AddDialogProps) {
  const { t } = useTranslation();
  const { connection, config } = useConfiguration();
  const [way, setWay] = useState<Way>('map');
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const type = typeOfAddress(address.trim());
  const submit = async () => {
    setBusy(true);
    setProblem('');
    const name = title.trim();
    const item =
      way === 'map'
        ? emptyWebMap(name, config, window.location.href)
        : { title: name, type: type ?? '', url: address.trim() };
    try {
      onDone(await addItem(connection, username, folder, item));
    } catch (error) {
      setProblem(errorText(t, error));
      setBusy(false);
    }
  };
  return (
    <TaskDialog
      title={t('content.add')}
      action={t('content.add.do')}
      problem={problem}
      busy={busy}
      ready={title.trim() !== '' && (way === 'map' || type !== undefined)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={way}
        aria-label={t('content.add.what')}
        onChange={(_event, chosen: Way | null) => chosen && setWay(chosen)}
      >
        {ways.map((one) => (
          <ToggleButton key={one} value={one} sx={{ minHeight: sizes.touch, textTransform: 'none' }}>
            {t(`content.add.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {way === 'address' && (
        <TextField
          label={t('content.add.url')}
          value={address}
          inputMode="url"
          error={address.trim() !== '' && type === undefined}
          helperText={
            type
              ? t('content.add.type', { type: itemTypeName(t, type) })
              : address.trim() === ''
                ? t('content.add.url.hint')
                : t('content.add.url.wrong')
          }
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
      <TextField
        required
        inputRef={takeFocus}
        label={t('content.edit.title')}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 250 } }}
      />
    </TaskDialog>
  );
}

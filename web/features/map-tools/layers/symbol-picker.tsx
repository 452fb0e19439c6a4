import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../../../wire/fold.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { mapKeys } from '../../../map/query-keys.ts';
import { fetchPicture, loadIcons, readPicture } from '../../../map/style/style.ts';
import { shapes, type StyleIcon, type StyleSymbol } from '../../../map/style/symbol.ts';
import { FileButton } from '../../../ui/file-button.tsx';
import { sizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { PortalSigns } from './portal-signs.tsx';
import { Sign, signGrid, SymbolPreview } from './symbol-preview.tsx';

interface SymbolPickerProps {
  symbol: StyleSymbol;
  onChange: (change: StyleSymbol) => void;
}

/** The shape, icon or picture of a point, as a button that opens the list of them. */
export function SymbolPicker({ symbol, onChange }: SymbolPickerProps) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const name = symbol.shape
    ? t(`layers.style.shape.${symbol.shape}`)
    : symbol.icon
      ? iconTitle(symbol.icon)
      : t(symbol.picture ? 'layers.symbol.ownPicture' : 'layers.symbol.other');
  return (
    <>
      <Button
        fullWidth
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<SymbolPreview symbol={symbol} geometry="point" />}
        sx={styles.open}
      >
        {t('layers.symbol.chosen', { name })}
      </Button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('layers.symbol.choose'), sx: styles.paper } }}
      >
        <Signs
          symbol={symbol}
          onChange={(change) => {
            onChange(change);
            close();
          }}
        />
      </Popover>
    </>
  );
}

/** `art-gallery` as `art gallery`. Icons have English names only. */
function iconTitle({ name }: StyleIcon): string {
  return name.replaceAll('-', ' ');
}

function Signs({ symbol, onChange }: SymbolPickerProps) {
  const { t } = useTranslation();
  const [sought, setSought] = useState('');
  const icons = useQuery({ queryKey: mapKeys.icons, queryFn: loadIcons, staleTime: Infinity });
  const wanted = fold(sought.trim());
  const found = icons.data?.filter((icon) => fold(iconTitle(icon)).includes(wanted)) ?? [];
  const { color = '#616161', opacity = 1, outlineColor = '#ffffff' } = symbol;
  return (
    <Box sx={styles.signs}>
      <Box component="fieldset" aria-label={t('layers.symbol.shapes')} sx={styles.grid}>
        {shapes.map((shape) => (
          <Sign
            key={shape}
            label={t(`layers.style.shape.${shape}`)}
            chosen={symbol.shape === shape}
            onChoose={() => onChange({ shape })}
          >
            <SymbolPreview symbol={{ shape, color, opacity, outlineColor, size: 12 }} geometry="point" />
          </Sign>
        ))}
      </Box>
      <TextField
        fullWidth
        size="small"
        type="search"
        label={t('layers.symbol.search')}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      {icons.error && (
        <Alert severity="error">
          <ErrorMessage error={icons.error} />
        </Alert>
      )}
      <Box component="fieldset" aria-label={t('layers.symbol.icons')} sx={signGrid}>
        {found.map((icon) => (
          <Sign
            key={icon.name}
            label={iconTitle(icon)}
            chosen={symbol.icon?.name === icon.name}
            onChoose={() => onChange({ icon })}
          >
            <svg aria-hidden viewBox="0 0 15 15" width={20} height={20} fill="currentColor">
              <path d={icon.path} />
            </svg>
          </Sign>
        ))}
        {icons.data && found.length === 0 && (
          <Typography color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
            {t('layers.symbol.none')}
          </Typography>
        )}
      </Box>
      <PortalSigns onChange={onChange} />
      <OwnPicture onChange={onChange} />
    </Box>
  );
}

/** A picture of a file or an address. It is stored in the map, so that it is drawn wherever the map is. */
function OwnPicture({ onChange }: Pick<SymbolPickerProps, 'onChange'>) {
  const { t } = useTranslation();
  const id = useId();
  const [address, setAddress] = useState('');
  const { busy, error, run } = useRun();
  const take = (from: File | string) =>
    run(async (signal) => {
      const symbol = await (typeof from === 'string' ? fetchPicture(from) : readPicture(from));
      signal.throwIfAborted();
      onChange(symbol);
    });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2" component="h4" id={id} sx={{ fontWeight: 500 }}>
        {t('layers.symbol.ownPicture')}
      </Typography>
      <FileButton
        label={t('layers.symbol.file')}
        variant="outlined"
        accept="image/*"
        loading={busy}
        onChoose={([file]) => file && void take(file)}
        sx={{ justifySelf: 'start' }}
      />
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a panel must not submit the panel's own.
          event.stopPropagation();
          if (/^https?:\/\//.test(address.trim())) void take(address.trim());
        }}
        sx={{ display: 'flex', gap: 1 }}
      >
        <TextField
          fullWidth
          size="small"
          type="url"
          label={t('layers.symbol.address')}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          slotProps={{ htmlInput: { dir: 'ltr', maxLength: 2000 } }}
        />
        <Button type="submit" disabled={!/^https?:\/\//.test(address.trim())}>
          {t('layers.symbol.use')}
        </Button>
      </Box>
      {error !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
    </Box>
  );
}

const styles = {
  open: {
    justifyContent: 'flex-start',
    minHeight: sizes.touch,
    textTransform: 'none',
  },
  paper: { width: 320, maxWidth: 'calc(100vw - 32px)' },
  signs: { display: 'grid', gap: 1.5, p: 2 },
  grid: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(${sizes.touch}px, 1fr))`,
    m: 0,
    p: 0,
    border: 0,
    minWidth: 0,
  },
} as const;

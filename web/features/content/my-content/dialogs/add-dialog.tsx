import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { detailsAddress, detailsStep } from '../../../../context/addresses.ts';
import type { AppConfig } from '../../../../../wire/app-config.ts';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { itemTypeName } from '../../../../i18n/index.ts';
import { newBasemap } from '../../../../map/themed-basemap.ts';
import { addItem, type NewItem } from '../../../../portal/change-items.ts';
import { takeFocus } from '../../../../ui/browser.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { TaskDialog } from './task-dialog.tsx';

export interface AddDialogProps {
  username: string;
  /** Id of the folder it goes into; empty: none. */
  folder: string;
  onDone: (id: string) => void;
  onClose: () => void;
}

const ways = ['map', 'address', 'application'] as const;
type Way = (typeof ways)[number];

/** Adds an item: an empty web map, or a service or document by URL. */
export function AddDialog({ username, folder, onDone, onClose }: AddDialogProps) {
  const { t } = useTranslation();
  const { org, connection, config } = useConfiguration();
  const { portal } = useIdentity();
  const [way, setWay] = useState<Way>('map');
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<ReactNode>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const offered = ways.filter((one) => one !== 'application' || portal?.appRegistration);
  const type = typeOfAddress(address.trim());
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    const name = title.trim();
    const item =
      way === 'map'
        ? emptyWebMap(name, config, window.location.href, portal)
        : way === 'application'
          ? { title: name, type: 'Application' }
          : { title: name, type: type ?? '', url: address.trim() };
    try {
      const id = await addItem(connection, username, folder, item);
      onDone(id);
      if (way === 'application')
        void navigate(detailsAddress(org, { id, type: item.type }), { state: detailsStep });
    } catch (error) {
      setProblem(<ErrorMessage error={error} />);
      setBusy(false);
    }
  };
  return (
    <TaskDialog
      title={t('content.add')}
      action={t('content.add.do')}
      problem={problem}
      busy={busy}
      ready={title.trim() !== '' && (way !== 'address' || type !== undefined)}
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
        {offered.map((one) => (
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
      {way === 'application' && (
        <Typography variant="body2" color="textSecondary">
          {t('content.add.application.hint')}
        </Typography>
      )}
      <TextField
        required
        inputRef={takeFocus}
        label={t('content.edit.title')}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
      />
      <Button component={Link} to={`/${org}/copy`} sx={{ justifySelf: 'start', minHeight: sizes.touch }}>
        {t('content.copyHere')}
      </Button>
    </TaskDialog>
  );
}

/**
 * The start of a web map: no layers, the organisation's light basemap or the portal's, its extent (web map
 * specification 2.x).
 */
export function emptyWebMap(
  title: string,
  { map }: Pick<AppConfig, 'map'>,
  page: string,
  portal?: unknown,
): NewItem {
  const document = {
    operationalLayers: [],
    baseMap: newBasemap(map.basemap.light, 'Basemap', portal, page),
    spatialReference: { wkid: 102100, latestWkid: 3857 },
    version: '2.34',
    authoringApp: 'Mapping',
    authoringAppVersion: '1.0',
  };
  return {
    title,
    type: 'Web Map',
    typeKeywords: ['Map', 'Online Map', 'Web Map'],
    text: JSON.stringify(document),
    ...(map.extent && { extent: map.extent }),
  };
}

/** The item type for a URL, by its format; `Document Link` if unknown. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/\/FeatureServer(\/\d+)?\/?$/i, 'Feature Service'],
  [/\/MapServer(\/\d+)?\/?$/i, 'Map Service'],
  [/\/ImageServer\/?$/i, 'Image Service'],
  [/\/VectorTileServer\/?$/i, 'Vector Tile Service'],
  [/\/SceneServer(\/layers\/\d+)?\/?$/i, 'Scene Service'],
  [/\/GeocodeServer\/?$/i, 'Geocoding Service'],
  [/\.kml$|\.kmz$/i, 'KML'],
  [/\.geojson$/i, 'GeoJson'],
  [/\.csv$/i, 'CSV'],
  [/\/wmts\b/i, 'WMTS'],
  [/\/wms\b/i, 'WMS'],
  [/\/wfs\b/i, 'WFS'],
];

/** The item type for a URL; undefined for invalid URLs and those with credentials. */
export function typeOfAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, pathname, search, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username || password) return undefined;
  const service = /[?&]service=(wms|wfs|wmts)\b/i.exec(search)?.[1]?.toUpperCase();
  return service ?? kinds.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'Document Link';
}

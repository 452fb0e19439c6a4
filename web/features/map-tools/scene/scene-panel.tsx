import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { type HeightUnit, heightUnits } from '../../../map/scene/heights.ts';
import { type BlockLayer, type SceneSession, type SceneTool, shownScene } from '../../../map/scene/scene.ts';
import { useStore } from '../../../store.ts';
import { LoadFailed } from '../../../ui/state-message.tsx';
import { SaveScene } from './save-scene.tsx';

/** Settings of the map in 3D. */
export function ScenePanel() {
  const { t } = useTranslation();
  const model = useMapModel();
  const session = useStore(model && shownScene(model));
  if (!session) return <Typography sx={{ p: 2 }}>{t('scene.loading')}</Typography>;
  return <OpenScene session={session} />;
}

function OpenScene({ session }: { session: SceneSession }) {
  const { t } = useTranslation();
  const { list, number } = useFormats();
  const { ground, tilt, blocks, missing } = useStore(session.state);
  const tiltLabel = useId();
  const usable = blocks.filter(({ fields }) => fields.length > 0);
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 3 }}>
      {missing.length > 0 && <Alert severity="info">{t('scene.missing', { layers: list(missing) })}</Alert>}
      <Part title={t('scene.heights')}>
        {usable.length === 0 && <Typography color="textSecondary">{t('scene.heights.none')}</Typography>}
        {usable.map((layer) => (
          <HeightFields key={layer.id} layer={layer} session={session} />
        ))}
      </Part>
      <Part title={t('scene.ground')}>
        <Typography color="textSecondary">{t(`scene.ground.${ground}`)}</Typography>
        <Typography id={tiltLabel} variant="body2">
          {t('scene.tilt')}
        </Typography>
        <Box sx={{ px: 1.5 }}>
          <Slider
            size="small"
            aria-labelledby={tiltLabel}
            min={0}
            max={80}
            step={5}
            value={tilt}
            valueLabelDisplay="auto"
            valueLabelFormat={(value) => `${number(value)}°`}
            onChange={(_event, value) => session.setTilt(value)}
          />
        </Box>
      </Part>
      <MeasureTools session={session} />
      <Part title={t('scene.save')}>
        <SaveScene session={session} />
      </Part>
    </Box>
  );
}

/** A titled part of the panel. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography id={heading} variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function HeightFields({ layer, session }: { layer: BlockLayer; session: SceneSession }) {
  const { t } = useTranslation();
  const { id, title, fields, height } = layer;
  const set = (field: string, unit: HeightUnit) => session.setHeight(id, field ? { field, unit } : undefined);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '3fr 2fr', gap: 1 }}>
      <TextField
        select
        size="small"
        label={t('scene.height.field', { layer: title })}
        value={height?.field ?? ''}
        onChange={({ target }) => set(target.value, height?.unit ?? 'metres')}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">{t('scene.height.flat')}</MenuItem>
        {fields.map((field) => (
          <MenuItem key={field.name} value={field.name}>
            {field.title}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={t('scene.height.unit')}
        disabled={!height}
        value={height?.unit ?? 'metres'}
        onChange={({ target }) => set(height?.field ?? '', target.value as HeightUnit)}
      >
        {heightUnits.map((unit) => (
          <MenuItem key={unit} value={unit}>
            {t(`scene.unit.${unit}`)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

const sceneTools: readonly SceneTool[] = ['distance', 'area', 'profile'];

/** Measuring with the SDK's tools, one at a time. */
function MeasureTools({ session }: { session: SceneSession }) {
  const { t } = useTranslation();
  const [tool, setTool] = useState<SceneTool | null>(null);
  const [failed, setFailed] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!tool || failed || !host.current) return undefined;
    let left = false;
    let remove = () => {};
    const place = document.createElement('div');
    host.current.replaceChildren(place);
    const open = async () => {
      try {
        const shown = await session.showTool(tool, place);
        if (left) shown();
        else remove = shown;
      } catch {
        if (!left) setFailed(true);
      }
    };
    void open();
    return () => {
      left = true;
      remove();
      place.remove();
    };
  }, [session, tool, failed]);
  return (
    <Part title={t('scene.measure')}>
      <ToggleButtonGroup
        exclusive
        size="small"
        fullWidth
        value={tool}
        aria-label={t('scene.measure')}
        onChange={(_event, next: SceneTool | null) => {
          setFailed(false);
          setTool(next);
        }}
      >
        {sceneTools.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`scene.tool.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {failed ? (
        <LoadFailed
          title={t('viewer.toolFailed')}
          retry={t('app.tryAgain')}
          onRetry={() => setFailed(false)}
        />
      ) : (
        <div ref={host} />
      )}
    </Part>
  );
}

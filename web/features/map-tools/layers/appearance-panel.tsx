import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  type AppearanceSession,
  type AppearanceValue,
  openAppearance,
  type SettingState,
} from '../../../map/configure/configure.ts';
import { blendModes, type Effects } from '../../../map/configure/effects.ts';
import { textSizes } from '../../../ui/sizes.ts';
import { ScaleRange } from './scale-range.tsx';
import { ChoiceField, NumberSlider } from './setting-fields.tsx';
import { SettingPanel, type SettingPanelProps } from './setting-panel.tsx';

/** Minutes that are offered. */
const intervals = [0, 0.5, 1, 5, 15, 30, 60, 360, 1440];

/** When a layer is visible, how often it is loaded again, and how it is blended with those below. */
export function AppearancePanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  return (
    <SettingPanel<SettingState<AppearanceValue>, AppearanceSession>
      {...props}
      label={t('layers.appearanceOf', { title })}
      resetLabel={t('layers.appearance.reset')}
      open={openAppearance}
    >
      {(session, { value }) => <AppearanceFields session={session} value={value} />}
    </SettingPanel>
  );
}

function AppearanceFields({ session, value }: { session: AppearanceSession; value: AppearanceValue }) {
  const { t } = useTranslation();
  const { effects, refresh, blend } = value;
  const change = (part: Partial<AppearanceValue>) => session.set({ ...value, ...part });
  const withEffect = (part: Partial<Effects>) => change({ effects: { ...effects, other: '', ...part } });
  const shownIntervals = intervals.concat(
    refresh !== undefined && !intervals.includes(refresh) ? [refresh] : [],
  );
  const shownModes = blendModes.some((mode) => mode === blend) ? blendModes : [...blendModes, blend];
  return (
    <>
      <ScaleRange
        minScale={value.minScale}
        maxScale={value.maxScale}
        onChange={change}
        preview={{ scale: session.scale, show: session.showScale }}
      />
      {refresh !== undefined && (
        <ChoiceField
          label={t('layers.refresh')}
          value={String(refresh)}
          choices={shownIntervals.map((minutes) => ({
            value: String(minutes),
            title: minutes === 0 ? t('layers.refresh.never') : intervalText(t, minutes),
          }))}
          onChange={(minutes) => change({ refresh: Number(minutes) })}
        />
      )}
      <Box component="fieldset" sx={styles.effects}>
        <Typography component="legend" variant="caption" color="textSecondary" sx={{ p: 0 }}>
          {t('layers.effects')}
        </Typography>
        {effects.other !== '' && (
          <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
            {t('layers.effects.other')}
          </Alert>
        )}
        <NumberSlider
          label={t('layers.effects.shadow')}
          value={effects.shadow}
          min={0}
          max={10}
          onChange={(shadow) => withEffect({ shadow })}
        />
        <NumberSlider
          label={t('layers.effects.bloom')}
          value={effects.bloom}
          min={0}
          max={5}
          onChange={(bloom) => withEffect({ bloom })}
        />
        <NumberSlider
          label={t('layers.effects.blur')}
          value={effects.blur}
          min={0}
          max={20}
          onChange={(blur) => withEffect({ blur })}
        />
        <NumberSlider
          label={t('layers.effects.grey')}
          value={effects.grey}
          min={0}
          max={100}
          step={5}
          onChange={(grey) => withEffect({ grey })}
        />
      </Box>
      <ChoiceField
        label={t('layers.blend')}
        value={blend}
        choices={shownModes.map((mode) => ({ value: mode, title: blendText(t, mode) }))}
        onChange={(mode) => change({ blend: mode })}
      />
    </>
  );
}

function intervalText(t: TFunction, minutes: number): string {
  if (minutes < 1) return t('layers.refresh.seconds', { count: minutes * 60, number: minutes * 60 });
  return minutes < 60 || minutes % 60 !== 0
    ? t('layers.refresh.minutes', { number: minutes })
    : t('layers.refresh.hours', { number: minutes / 60 });
}

function blendText(t: TFunction, mode: string): string {
  const known = blendModes.find((one) => one === mode);
  return known ? t(`layers.blend.${known}`) : mode;
}

const styles = {
  effects: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: 2,
    rowGap: 0.5,
    m: 0,
    p: 0,
    paddingInlineEnd: 1,
    border: 0,
    minWidth: 0,
    color: 'text.secondary',
    fontSize: textSizes.small,
  },
} as const;

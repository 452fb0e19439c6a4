import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import SkipNext from '@mui/icons-material/SkipNext';
import SkipPrevious from '@mui/icons-material/SkipPrevious';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Slider from '@mui/material/Slider';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapability } from '../../../map/use-capability.ts';
import { useMapState } from '../../../map/map-model.ts';
import { useStore } from '../../../store.ts';
import { openTime, type TimeControl, type TimeState } from '../../../map/time/time.ts';
import { Choice } from '../../../ui/choice.tsx';
import { LeftToRight } from '../../../ui/left-to-right.tsx';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';

const day = 24 * 3600 * 1000;
/** Marks on the track; more of them would be a line. */
const maxMarks = 60;

/** Shows one part of the map's time after the other. */
export function TimePanel() {
  const { t } = useTranslation();
  const { time, state, failed, again } = useTime();
  if (failed)
    return (
      <Box sx={{ p: 2 }}>
        <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
      </Box>
    );
  if (!time || state.status === 'loading')
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ p: 2, display: 'grid', gap: 2 }}>
        <Skeleton animation={false} width="70%" height={24} />
        <Skeleton animation={false} width="100%" height={24} />
      </Box>
    );
  if (state.status === 'none')
    return (
      <Box sx={{ p: 2 }}>
        <StateMessage icon={<EventBusyOutlined />} title={t('time.none')} detail={t('time.none.why')} />
      </Box>
    );
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
      <LeftToRight>
        <Track time={time} state={state} />
        <Buttons time={time} state={state} />
      </LeftToRight>
      <Playing time={time} state={state} />
    </Box>
  );
}

const loading: TimeState = {
  status: 'loading',
  mode: 'time-window',
  stops: [],
  positions: [],
  playing: false,
  loop: true,
  pace: 1000,
};

/** The map's time, for as long as the panel is open. The map is drawn first. */
function useTime() {
  const when = useMapState((state) => state.drawn);
  const { session: time, error, again } = useCapability(openTime, { when });
  return { time, state: useStore(time?.state, loading), failed: error !== undefined, again };
}

interface PartProps {
  time: TimeControl;
  state: TimeState;
}

/** Writes a time as a date, with the time of day when steps are shorter than a day. */
function useTimeText({ stops }: TimeState, timeZone: string) {
  const { formats } = useLanguage();
  const { date } = useFormats();
  const fine = stops.some((stop, index) => index > 0 && stop - (stops[index - 1] ?? stop) < day);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    return (stop: number) => (fine ? format.format(stop) : date(stop, timeZone));
  }, [formats, date, timeZone, fine]);
}

function Track({ time, state }: PartProps) {
  const { t } = useTranslation();
  const text = useTimeText(state, time.timeZone);
  const { stops, positions, mode } = state;
  const last = stops.length - 1;
  // While a thumb is held, the map waits with the times in between.
  const [held, setHeld] = useState<readonly number[]>();
  const shown = held ?? positions;
  const names = positions.length === 2 ? [t('time.start'), t('time.end')] : [t('time.shown')];
  const move = (value: number | readonly number[]) => {
    setHeld(undefined);
    time.setPositions(typeof value === 'number' ? [value] : value);
  };
  return (
    <>
      <Typography sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontWeight: 500 }} component="p">
        {mode === 'cumulative-from-start' && <Moment stop={stops[0]} text={text} />}
        {mode === 'cumulative-from-start' && '–'}
        <Moment stop={stops[shown[0] ?? 0]} text={text} />
        {mode !== 'instant' && mode !== 'cumulative-from-start' && '–'}
        {mode === 'time-window' && <Moment stop={stops[shown[1] ?? 0]} text={text} />}
        {mode === 'cumulative-from-end' && <Moment stop={stops[last]} text={text} />}
      </Typography>
      <Box sx={{ px: 1.5 }}>
        <Slider
          value={shown.length === 2 ? [...shown] : (shown[0] ?? 0)}
          min={0}
          max={last}
          step={1}
          marks={last <= maxMarks}
          {...(mode === 'instant' && { track: false as const })}
          {...(mode === 'cumulative-from-end' && { track: 'inverted' as const })}
          getAriaLabel={(index) => names[index] ?? ''}
          getAriaValueText={(position) => text(stops[position] ?? 0)}
          onChange={(_event, value) => setHeld(typeof value === 'number' ? [value] : value)}
          onChangeCommitted={(_event, value) => move(value)}
        />
      </Box>
      <Typography variant="caption" color="textSecondary" component="div" sx={styles.ends}>
        <Moment stop={stops[0]} text={text} />
        <Moment stop={stops[last]} text={text} />
      </Typography>
    </>
  );
}

function Moment({ stop, text }: { stop: number | undefined; text: (stop: number) => string }) {
  if (stop === undefined) return null;
  return (
    <bdi>
      <time dateTime={new Date(stop).toISOString()}>{text(stop)}</time>
    </bdi>
  );
}

function Buttons({ time, state }: PartProps) {
  const { t } = useTranslation();
  const { playing, positions, stops } = state;
  const buttons = [
    {
      label: t('time.previous'),
      Icon: SkipPrevious,
      disabled: Math.min(...positions) <= 0,
      onClick: time.previous,
    },
    playing
      ? { label: t('time.pause'), Icon: Pause, disabled: false, onClick: time.pause }
      : { label: t('time.play'), Icon: PlayArrow, disabled: false, onClick: time.play },
    {
      label: t('time.next'),
      Icon: SkipNext,
      disabled: Math.max(...positions) >= stops.length - 1,
      onClick: time.next,
    },
  ];
  return (
    <Box sx={{ display: 'flex', justifyContent: 'center', gap: 1, mt: 1 }}>
      {buttons.map(({ label, Icon, disabled, onClick }, index) => (
        // By its place: play and pause are one button, and the keyboard stays on it.
        <Tooltip key={index} title={label}>
          {/* A disabled button has no events of its own for the tooltip. */}
          <span>
            <IconButton
              aria-label={label}
              disabled={disabled}
              onClick={onClick}
              sx={index === 1 ? { ...styles.button, ...styles.play } : styles.button}
            >
              <Icon />
            </IconButton>
          </span>
        </Tooltip>
      ))}
    </Box>
  );
}

/** How fast it plays, as parts of the pace that the map's author chose. */
const speeds = ['0.5', '1', '2', '4'] as const;

function Playing({ time, state }: PartProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const [usual] = useState(state.pace);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1');
  const number = new Intl.NumberFormat(formats);
  const options = speeds.map(
    (one) => [one, t('time.times', { number: number.format(Number(one)) })] as const,
  );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Choice
        label={t('time.speed')}
        value={speed}
        options={options}
        width={120}
        onChoose={(chosen) => {
          setSpeed(chosen);
          time.setPace(usual / Number(chosen));
        }}
      />
      <FormControlLabel
        label={t('time.loop')}
        control={<Switch checked={state.loop} onChange={(_event, on) => time.setLoop(on)} />}
      />
    </Box>
  );
}

const styles = {
  ends: { display: 'flex', justifyContent: 'space-between', gap: 2 },
  button: { width: sizes.touch, height: sizes.touch },
  play: { border: 1, borderColor: 'outline.main' },
} as const;

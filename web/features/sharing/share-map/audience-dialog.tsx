import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { type SubmitEvent, useContext, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AudiencePreset,
  audiencePresets,
  everything,
  type MapAudience,
  mapAudienceSchema,
  mayUseTool,
} from '../../../../wire/map-audience.ts';
import { NamedToolsContext } from '../../../context/open-map.ts';
import { useMapWork } from '../../../map/document/map-work.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import { OpenExports } from './open-exports.tsx';
import { AudienceTools } from './audience-tools.tsx';

export interface AudienceDialogProps {
  open: boolean;
  label: string;
  value: MapAudience | undefined;
  /** Whether it is that of a link, whose content the server stores without what readers may not see. */
  ofLink: boolean;
  onApply: (next: MapAudience | undefined) => void;
  onClose: () => void;
}

/** What readers get: tools, data, words, and where the map begins and ends. */
export function AudienceDialog({ open, ...props }: AudienceDialogProps) {
  const phone = usePhone();
  const heading = useId();
  return (
    <Dialog
      open={open}
      fullScreen={phone}
      fullWidth
      maxWidth="sm"
      onClose={props.onClose}
      aria-labelledby={heading}
    >
      <AudienceForm heading={heading} {...props} />
    </Dialog>
  );
}

function AudienceForm({
  heading,
  label,
  value,
  ofLink,
  onApply,
  onClose,
}: Omit<AudienceDialogProps, 'open'> & { heading: string }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<MapAudience>(value ?? everything);
  const set = (part: Partial<MapAudience>) => setDraft({ ...draft, ...part });
  const zoomWrong = (draft.minZoom ?? 0) >= (draft.maxZoom ?? 24);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog is part of the Share form, which must not be sent.
    event.stopPropagation();
    const { data } = mapAudienceSchema.safeParse(draft);
    if (data) onApply(JSON.stringify(data) === JSON.stringify(everything) ? undefined : data);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={styles.form}>
      <DialogTitle id={heading}>{label}</DialogTitle>
      <DialogContent sx={styles.content}>
        <TextField
          select
          size="small"
          margin="dense"
          label={t('audience.preset')}
          value={draft.preset}
          helperText={t(`audience.preset.${draft.preset}.why`)}
          onChange={({ target }) => set({ preset: target.value as AudiencePreset })}
        >
          {audiencePresets.map((preset) => (
            <MenuItem key={preset} value={preset}>
              {t(`audience.preset.${preset}`)}
            </MenuItem>
          ))}
        </TextField>
        {draft.preset === 'custom' && (
          <AudienceTools chosen={draft.tools ?? []} onChange={(tools) => set({ tools })} />
        )}
        <Box sx={{ display: 'grid', gap: 1 }}>
          {(['tables', 'exports', 'copies'] as const).map((name) => (
            <Box key={name}>
              <FormControlLabel
                control={
                  <Switch
                    checked={draft[name]}
                    onChange={(_event, on) => set({ [name]: on })}
                    slotProps={{ input: { 'aria-describedby': `${heading}-${name}` } }}
                  />
                }
                label={t(`audience.${name}`)}
              />
              {!draft[name] && (
                <FormHelperText id={`${heading}-${name}`} sx={{ mt: 0 }}>
                  {t(name === 'tables' && ofLink ? 'audience.tables.off.link' : `audience.${name}.off`)}
                </FormHelperText>
              )}
              {name === 'exports' && !draft.exports && <OpenExports />}
            </Box>
          ))}
        </Box>
        <Alert severity="info">{t('audience.notProtected')}</Alert>
        <TextField
          size="small"
          multiline
          minRows={2}
          maxRows={8}
          label={t('audience.text')}
          helperText={t('audience.text.why')}
          value={draft.text ?? ''}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 4000 } }}
          onChange={({ target }) => set({ text: target.value || undefined })}
        />
        <PanelField draft={draft} onChange={(panel) => set({ panel })} />
        <AreaFields draft={draft} wrong={zoomWrong} onChange={set} />
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose}>{t('sharing.cancel')}</Button>
        <Button type="submit" variant="contained" disabled={zoomWrong}>
          {t('audience.apply')}
        </Button>
      </DialogActions>
    </Box>
  );
}

/** The panel that is open at the start: one that readers get. */
function PanelField({
  draft,
  onChange,
}: {
  draft: MapAudience;
  onChange: (panel: string | undefined) => void;
}) {
  const { t } = useTranslation();
  const tools = useContext(NamedToolsContext).filter(({ id }) => mayUseTool(draft, id));
  const { panel = '' } = draft;
  const known = panel === '' || panel === 'none' || tools.some(({ id }) => id === panel);
  return (
    <TextField
      select
      size="small"
      label={t('audience.panel')}
      value={known ? panel : ''}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <MenuItem value="">{t('audience.panel.usual')}</MenuItem>
      <MenuItem value="none">{t('audience.panel.none')}</MenuItem>
      {tools.map(({ id, title }) => (
        <MenuItem key={id} value={id}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}

const zooms = Array.from({ length: 25 }, (_, level) => level);

interface AreaFieldsProps {
  draft: MapAudience;
  wrong: boolean;
  onChange: (part: Partial<MapAudience>) => void;
}

/** How far readers can move the map. */
function AreaFields({ draft, wrong, onChange }: AreaFieldsProps) {
  const { t } = useTranslation();
  const work = useMapWork();
  const { bounds } = draft;
  const areaInView = () => mapAudienceSchema.safeParse({ bounds: work?.bounds() }).data?.bounds;
  const inView = areaInView();
  // The map may have moved since the dialog was drawn.
  const here = () => onChange({ bounds: areaInView() });
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
        <FormControlLabel
          control={
            <Switch
              checked={bounds !== undefined}
              // A view that is wider than the world, or crosses the date line, has no area to limit the map to.
              disabled={!bounds && !inView}
              onChange={(_event, on) => (on ? here() : onChange({ bounds: undefined }))}
            />
          }
          label={t('audience.bounds')}
        />
        {bounds && (
          <Button disabled={!inView} onClick={here}>
            {t('audience.bounds.here')}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {(['minZoom', 'maxZoom'] as const).map((name) => (
          <TextField
            key={name}
            select
            size="small"
            label={t(`audience.${name}`)}
            value={draft[name] ?? ''}
            error={wrong}
            helperText={wrong && name === 'maxZoom' ? t('audience.zoom.wrong') : undefined}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            onChange={({ target }) =>
              onChange({ [name]: String(target.value) === '' ? undefined : Number(target.value) })
            }
          >
            <MenuItem value="">{t('audience.zoom.free')}</MenuItem>
            {zooms.map((level) => (
              <MenuItem key={level} value={level}>
                {level}
              </MenuItem>
            ))}
          </TextField>
        ))}
      </Box>
    </>
  );
}

const styles = {
  form: { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 },
  content: { display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { bookmarksOf } from '../../../map/bookmarks/bookmarks.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { PrintDensity } from '../../../map/print/print.ts';
import { mostMaps, type Paper, type Template } from './page-layout.ts';
import type { PrintChoice } from './print-job.ts';
import { SeriesFields } from './series-fields.tsx';

/** The choice while it is being edited: numbers may be incomplete. */
export interface PrintDraft extends Omit<PrintChoice, 'title' | 'scale' | 'grid'> {
  scale: 'fit' | 'own' | number;
  ownScale: string;
  grid: 'none' | 'map' | 'degrees' | 'epsg';
  gridCode: string;
}

export const startDraft: PrintDraft = {
  template: 'page',
  paper: 'a4',
  upright: false,
  density: 150,
  notes: '',
  legend: true,
  locator: false,
  scale: 'fit',
  ownScale: '',
  grid: 'none',
  gridCode: '',
  bookmarks: [],
  series: undefined,
};

const papers: readonly { paper: Paper; name: string }[] = [
  { paper: 'a4', name: 'A4' },
  { paper: 'a3', name: 'A3' },
  { paper: 'a2', name: 'A2' },
  { paper: 'a1', name: 'A1' },
  { paper: 'a0', name: 'A0' },
  { paper: 'letter', name: 'Letter' },
];
const scales = [100, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000];
const densities: readonly PrintDensity[] = [150, 300];

/** A whole number of a text with any separators, such as the denominator of `1:2,500`; undefined for none. */
export function wholeNumber(text: string): number | undefined {
  const digits = text.replace(/^\s*1\s*[:/]/u, '').replaceAll(/\D/gu, '');
  return digits === '' ? undefined : Number(digits);
}

/** The choice that a draft makes; undefined while a number is missing. */
export function choiceOf(draft: PrintDraft, title: string): PrintChoice | undefined {
  const { scale, ownScale, grid, gridCode, ...rest } = draft;
  const own = scale === 'own' ? wholeNumber(ownScale) : undefined;
  const code = grid === 'epsg' ? wholeNumber(gridCode) : undefined;
  if ((scale === 'own' && !own) || (grid === 'epsg' && !code)) return undefined;
  return {
    ...rest,
    title,
    scale: scale === 'fit' ? undefined : scale === 'own' ? own : scale,
    grid: grid === 'none' ? undefined : grid === 'map' ? 'map' : grid === 'degrees' ? 4326 : code,
  };
}

export interface PrintOptionsProps {
  draft: PrintDraft;
  onChange: (draft: PrintDraft) => void;
}

/** Template, paper, scale, grid, further maps and series of a printed map. */
export function PrintOptions({ draft, onChange }: PrintOptionsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const bookmarks = model ? bookmarksOf(model) : [];
  const set = (change: Partial<PrintDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Choice
        label={t('print.template')}
        value={draft.template}
        onChange={(template) => set({ template: template as Template })}
        options={[
          ['page', t('print.template.page')],
          ['plan', t('print.template.plan')],
        ]}
      />
      {draft.template === 'plan' && (
        <TextField
          size="small"
          label={t('print.notes')}
          value={draft.notes}
          onChange={(event) => set({ notes: event.target.value })}
          slotProps={{ htmlInput: { dir: 'auto', maxLength: 200 } }}
        />
      )}
      <Pair>
        <Choice
          label={t('export.paper')}
          value={draft.paper}
          onChange={(paper) => set({ paper: paper as Paper })}
          options={papers.map(({ paper, name }) => [paper, name])}
        />
        <Choice
          label={t('export.orientation')}
          value={draft.upright ? 'upright' : 'lying'}
          onChange={(value) => set({ upright: value === 'upright' })}
          options={[
            ['lying', t('export.lying')],
            ['upright', t('export.upright')],
          ]}
        />
        <Choice
          label={t('print.scale')}
          value={String(draft.scale)}
          onChange={(value) => set({ scale: value === 'fit' || value === 'own' ? value : Number(value) })}
          options={[
            ['fit', t('print.scale.fit')],
            ...scales.map((scale): [string, string] => [String(scale), `1:${number(scale)}`]),
            ['own', t('print.scale.own')],
          ]}
        />
        <Choice
          label={t('print.density')}
          value={String(draft.density)}
          onChange={(value) => set({ density: Number(value) === 300 ? 300 : 150 })}
          options={densities.map((density) => [String(density), t('print.dpi', { number: density })])}
        />
      </Pair>
      {draft.scale === 'own' && (
        <TextField
          size="small"
          required
          label={t('print.scale.denominator')}
          value={draft.ownScale}
          onChange={(event) => set({ ownScale: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
      <Choice
        label={t('print.grid')}
        value={draft.grid}
        onChange={(grid) => set({ grid: grid as PrintDraft['grid'] })}
        options={[
          ['none', t('print.grid.none')],
          ['map', t('print.grid.map')],
          ['degrees', t('print.grid.degrees')],
          ['epsg', t('print.grid.epsg')],
        ]}
      />
      {draft.grid === 'epsg' && (
        <TextField
          size="small"
          required
          label={t('print.grid.code')}
          value={draft.gridCode}
          onChange={(event) => set({ gridCode: event.target.value })}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
      {bookmarks.length > 0 && (
        <TextField
          select
          size="small"
          label={t('print.maps')}
          value={draft.bookmarks.map(({ index }) => String(index))}
          onChange={(event) => {
            const chosen = event.target.value as unknown as string[];
            set({
              bookmarks: bookmarks
                .filter(({ index }) => chosen.includes(String(index)))
                .slice(0, mostMaps - 1),
            });
          }}
          slotProps={{ select: { multiple: true } }}
        >
          {bookmarks.map(({ index, title }) => (
            <MenuItem key={index} value={String(index)}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        <FormControlLabel
          control={<Switch checked={draft.legend} onChange={(_event, legend) => set({ legend })} />}
          label={t('export.legend')}
        />
        <FormControlLabel
          control={<Switch checked={draft.locator} onChange={(_event, locator) => set({ locator })} />}
          label={t('print.locator')}
        />
      </Box>
      <SeriesFields series={draft.series} onChange={(series) => set({ series })} />
    </>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>{children}</Box>;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { CopyField } from '../../../ui/copy-field.tsx';

/** Width of the frame: that of its place in the page, or fixed. */
const sizes = ['responsive', 'small', 'medium', 'large'] as const;
type FrameSize = (typeof sizes)[number];

/** Pixels. */
const fixed = { small: [400, 300], medium: [600, 450], large: [800, 600] } as const;

/** The HTML snippet that embeds a shared map, with its choices. */
export function EmbedCode({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [size, setSize] = useState<FrameSize>('responsive');
  const [legend, setLegend] = useState(false);
  return (
    <>
      <CopyField
        label={t('sharing.embed')}
        value={embedCode(url, title, { size, legend })}
        copy={t('sharing.embed.copy')}
        copied={t('sharing.copied')}
        copyFailed={t('sharing.copyFailed')}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label={t('sharing.embed.size')}
          value={size}
          onChange={({ target }) => setSize(target.value as FrameSize)}
          sx={{ minWidth: 160 }}
        >
          {sizes.map((each) => (
            <MenuItem key={each} value={each}>
              {each === 'responsive' ? t('sharing.embed.responsive') : fixed[each].map(number).join(' × ')}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={<Checkbox checked={legend} onChange={(_event, on) => setLegend(on)} />}
          label={t('sharing.embed.legend')}
        />
      </Box>
    </>
  );
}

interface EmbedChoices {
  size: FrameSize;
  /** Whether the map has a legend. */
  legend: boolean;
}

/** The URL of a shared map without header and tools, for a frame in another page. */
export function embedAddress(url: string, { legend }: Pick<EmbedChoices, 'legend'>): string {
  const address = new URL(url);
  address.searchParams.set('embed', '');
  if (legend) address.searchParams.set('legend', '');
  return address.href.replaceAll(/(embed|legend)=(?=#|$|&)/g, '$1');
}

/** An HTML snippet that shows a shared map in another page. */
export function embedCode(url: string, title: string, choices: EmbedChoices): string {
  const { size } = choices;
  const style = size === 'responsive' ? 'width:100%;aspect-ratio:4/3' : 'max-width:100%';
  const [width, height] = size === 'responsive' ? [] : fixed[size];
  const attributes = [
    `src="${escape(embedAddress(url, choices))}"`,
    `title="${escape(title)}"`,
    ...(width ? [`width="${width}"`, `height="${height}"`] : []),
    `style="border:0;${style}"`,
    'loading="lazy"',
    'allow="fullscreen; geolocation"',
  ];
  return `<iframe ${attributes.join(' ')}></iframe>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

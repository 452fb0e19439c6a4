import { styled } from '@mui/material/styles';

/** Widths of the logo in pixels. */
const widths = { custom: 50, default: 35 } as const;

/** The organisation's logo, or the product's icon if there is none. Decorative, because the title is next to it. */
export function Logo({ address }: { address: string }) {
  if (address) return <Picture src={address} alt="" width={widths.custom} />;
  return (
    <Sign viewBox="0 0 35 35" width={widths.default} height={widths.default} aria-hidden>
      <path className="fold" d="M3.5 9.5 12.8 6v20.6l-9.3 3.5zM22.2 9.4 31.5 6v20.6l-9.3 3.5z" />
      <path className="sheet" d="m12.8 6 9.4 3.4v20.7l-9.4-3.5z" />
      <path
        className="pin"
        d="M17.5 3a6.8 6.8 0 0 1 6.8 6.8c0 5-6.8 11.7-6.8 11.7S10.7 14.8 10.7 9.8A6.8 6.8 0 0 1 17.5 3z"
      />
      <circle className="eye" cx="17.5" cy="9.8" r="2.5" />
    </Sign>
  );
}

const Picture = styled('img')({ display: 'block', maxHeight: 40, objectFit: 'contain' });

const Sign = styled('svg')(({ theme }) => ({
  display: 'block',
  '.fold': { fill: theme.vars.palette.primary.main },
  '.sheet': { fill: theme.vars.palette.primary.main, opacity: 0.6 },
  '.pin': {
    fill: theme.vars.palette.primary.mark,
    stroke: theme.vars.palette.background.paper,
    strokeWidth: 1.5,
  },
  '.eye': { fill: theme.vars.palette.background.paper },
}));

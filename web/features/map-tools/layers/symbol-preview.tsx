import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { type ReactNode, useEffect, useRef } from 'react';
import { drawSymbol, type StyleState } from '../../../map/style/style.ts';
import type { StyleShape, StyleSymbol } from '../../../map/style/symbol.ts';
import { radii, sizes } from '../../../ui/sizes.ts';

const side = 28;
const middle = side / 2;

/** A symbol as it is drawn on the map, in a square of its own. */
export function SymbolPreview({
  symbol,
  geometry,
}: {
  symbol: StyleSymbol;
  geometry: StyleState['geometry'];
}) {
  const { color = 'none', opacity = 1, outlineColor = 'none', outlineWidth = 1 } = symbol;
  const outline = { stroke: outlineColor, strokeWidth: outlineColor === 'none' ? 0 : outlineWidth };
  const turned = symbol.rotation ? { transform: `rotate(${symbol.rotation}deg)` } : {};
  if (symbol.made) return <MadePreview made={symbol.made} />;
  if (symbol.picture)
    return (
      <Box
        component="img"
        alt=""
        src={symbol.picture}
        sx={{ ...styles.picture, ...turned }}
        draggable={false}
      />
    );
  return (
    <Box component="svg" aria-hidden viewBox={`0 0 ${side} ${side}`} sx={{ ...styles.box, ...turned }}>
      {geometry === 'line' ? (
        <line
          x1={2}
          y1={middle}
          x2={side - 2}
          y2={middle}
          stroke={color}
          strokeOpacity={opacity}
          strokeWidth={Math.min(symbol.size ?? 1, 8)}
          strokeDasharray={dashes[symbol.line ?? 'solid']}
        />
      ) : geometry === 'area' ? (
        <rect x={3} y={3} width={22} height={22} rx={3} fill={color} fillOpacity={opacity} {...outline} />
      ) : (
        <path
          d={outlineOf(symbol.shape ?? 'circle', Math.min(Math.max(symbol.size ?? 8, 4), 12))}
          fill={symbol.shape === 'cross' || symbol.shape === 'x' ? 'none' : color}
          fillOpacity={opacity}
          {...outline}
          // Crosses are drawn by their outline only.
          {...((symbol.shape === 'cross' || symbol.shape === 'x') && {
            stroke: 'currentColor',
            strokeWidth: 2,
          })}
        />
      )}
    </Box>
  );
}

/** A symbol that only the SDK can draw. */
function MadePreview({ made }: { made: object }) {
  const host = useRef<HTMLSpanElement>(null);
  const json = JSON.stringify(made);
  useEffect(() => {
    let left = false;
    const draw = async () => {
      const picture = await drawSymbol(JSON.parse(json) as object, 20).catch(() => undefined);
      if (!left && picture) host.current?.replaceChildren(picture);
    };
    void draw();
    return () => {
      left = true;
    };
  }, [json]);
  return <Box ref={host} component="span" aria-hidden sx={styles.made} />;
}

/** A symbol to choose. */
export function Sign({
  label,
  chosen,
  onChoose,
  children,
}: {
  label: string;
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <ButtonBase
      aria-label={label}
      title={label}
      aria-pressed={chosen}
      onClick={onChoose}
      sx={styles.sign}
      focusRipple
    >
      {children}
    </ButtonBase>
  );
}

/** A list of symbols to choose from: rows that scroll. */
export const signGrid = {
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fill, minmax(${sizes.touch}px, 1fr))`,
  gridAutoRows: sizes.touch,
  m: 0,
  p: 0,
  border: 0,
  minWidth: 0,
  maxHeight: 4 * sizes.touch,
  overflowY: 'auto',
} as const;

const dashes: Readonly<Record<NonNullable<StyleSymbol['line']>, string | undefined>> = {
  solid: undefined,
  dash: '6 4',
  dot: '1.5 3',
  'dash-dot': '6 3 1.5 3',
  'long-dash': '10 4',
  'short-dot': '1.5 1.5',
};

/** A shape as SVG path data, with its radius. */
function outlineOf(shape: StyleShape, radius: number): string {
  const [low, high] = [middle - radius, middle + radius];
  switch (shape) {
    case 'circle':
      return `M${low} ${middle}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    case 'square':
      return `M${low} ${low}H${high}V${high}H${low}Z`;
    case 'triangle':
      return `M${middle} ${low}L${high} ${high}H${low}Z`;
    case 'diamond':
      return `M${middle} ${low}L${high} ${middle}L${middle} ${high}L${low} ${middle}Z`;
    case 'cross':
      return `M${middle} ${low}V${high}M${low} ${middle}H${high}`;
    case 'x':
      return `M${low} ${low}L${high} ${high}M${high} ${low}L${low} ${high}`;
  }
}

const styles = {
  made: {
    display: 'grid',
    placeItems: 'center',
    width: side,
    height: side,
    flexShrink: 0,
    overflow: 'hidden',
  },
  sign: {
    height: sizes.touch,
    borderRadius: radii.control,
    '&:hover, &:focus-visible': { backgroundColor: 'action.hover' },
    '&[aria-pressed="true"]': { backgroundColor: 'action.selected' },
  },
  box: { display: 'block', width: side, height: side, flexShrink: 0 },
  picture: { display: 'block', width: side, height: side, objectFit: 'contain', flexShrink: 0 },
} as const;

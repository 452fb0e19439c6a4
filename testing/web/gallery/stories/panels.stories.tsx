import Layers from '@mui/icons-material/LayersOutlined';
import Map from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import { useRef, useState } from 'react';
import { ChangeRow, ChangeRows } from '../../../../web/ui/change-row.tsx';
import { ChartValues, ValuesTable } from '../../../../web/ui/chart-values.tsx';
import { ControlButton, ControlGroup } from '../../../../web/ui/control-group.tsx';
import { DrawerRow } from '../../../../web/ui/drawer-row.tsx';
import { Hint } from '../../../../web/ui/hint.tsx';
import { HintPopup } from '../../../../web/ui/hint-popup.tsx';
import { LazyBoundary } from '../../../../web/ui/lazy-boundary.tsx';
import { LongList } from '../../../../web/ui/long-list.tsx';
import { PanControl } from '../../../../web/ui/pan-control.tsx';
import { ShapeButtons, WideShapeButton } from '../../../../web/ui/shape-buttons.tsx';
import { ScrollHints } from '../../../../web/ui/scroll-hints.tsx';
import { ResizeEdge, type ResizeEdgeProps, SheetGrip } from '../../../../web/ui/resize-edge.tsx';
import { WholeControl } from '../../../../web/ui/whole-control.tsx';

export default { title: 'Panels' };

export const DrawerRows = () => (
  <List sx={{ width: 280 }}>
    <DrawerRow icon={<Map />} text="Open a map" />
    <DrawerRow
      icon={<Layers />}
      text="Street View"
      selected
      mark={<Chip size="small" label="Fails" color="error" />}
    />
    <DrawerRow icon={<Layers />} text="Cannot be opened now" disabled />
  </List>
);

export const Changes = () => (
  <ChangeRows sx={{ width: 400 }}>
    <ChangeRow
      title="Changed"
      who="grace"
      when="24 November 2026, 05:08"
      values={[{ name: 'name', label: 'Name', from: 'Young oak', to: '' }]}
      empty="(empty)"
      more="Moved or reshaped"
      action={<Button>Put back</Button>}
    />
    <ChangeRow title="Stored first" who="" when="1 April 2026, 12:00" values={[]} empty="(empty)" />
  </ChangeRows>
);

export const WholeDrawing = () => (
  <WholeControl
    label="Move"
    directionLabel={(direction) => `Move ${direction}`}
    onMove={() => {}}
    size={{
      labels: {
        larger: 'Size: +10%',
        smaller: 'Size: −9%',
        clockwise: 'Rotation: +15°',
        anticlockwise: 'Rotation: −15°',
      },
      onScale: () => {},
      onTurn: () => {},
    }}
  />
);

export const WholePoint = () => (
  <WholeControl label="Move" directionLabel={(direction) => `Move ${direction}`} onMove={() => {}} />
);

export const ControlsOfAMap = () => (
  <Box sx={{ position: 'relative', width: 44, height: 220 }}>
    <ControlGroup>
      <ControlButton label="Show the layers" onClick={() => {}}>
        <Layers />
      </ControlButton>
      <PanControl
        label="Move the map"
        directionLabel={(direction) => `Move ${direction}`}
        disabled={false}
        onPan={() => {}}
      />
    </ControlGroup>
  </Box>
);

export const ValuesOfAChart = () => (
  <Box sx={{ width: 400 }}>
    <ChartValues label="Values" open onOpen={() => {}}>
      <ValuesTable
        label="Elevation profile"
        columns={['Distance', 'Height']}
        rows={Array.from({ length: 60 }, (_none, index) => index * 10)}
        keyOf={(metres) => metres}
        renderName={(metres) => `${metres} m`}
        valueOf={(metres) => `${340 + (metres % 70)} m`}
        moreLabel="Show more"
      />
    </ChartValues>
  </Box>
);

export const ListOfMany = () => (
  <Box sx={{ width: 400, display: 'grid', gap: 1 }}>
    <LongList
      items={Array.from({ length: 120 }, (_none, index) => `Group ${index + 1}`)}
      textOf={(title) => title}
      searchLabel="Search groups"
      noneText="No groups match this search."
      moreLabel="Show more"
    >
      {(shown) => (
        <List sx={{ maxHeight: 200, overflow: 'auto' }}>
          {shown.map((title) => (
            <DrawerRow key={title} icon={<Layers />} text={title} />
          ))}
        </List>
      )}
    </LongList>
  </Box>
);

export const ListThatContinues = () => {
  const place = useRef<HTMLElement>(null);
  return (
    <Box ref={place} sx={{ position: 'relative', width: 240, height: 200, display: 'flex' }}>
      <List sx={{ flex: 1, overflow: 'auto' }}>
        {Array.from({ length: 12 }, (_none, index) => (
          <DrawerRow key={index} icon={<Layers />} text={`Tool ${index + 1}`} />
        ))}
      </List>
      <ScrollHints of={place} />
    </Box>
  );
};

function Edge({ at, grip = false }: Pick<ResizeEdgeProps, 'at' | 'grip'>) {
  const [value, setValue] = useState(200);
  const size = at === 'top' ? { height: value, width: 240 } : { width: value, height: 120 };
  return (
    <Box sx={{ position: 'relative', border: 1, borderColor: 'divider', m: 2, ...size }}>
      <ResizeEdge
        label={`Resize, ${at}`}
        at={at}
        value={value}
        least={120}
        most={320}
        onChange={setValue}
        grip={grip}
      />
    </Box>
  );
}

export const Edges = () => (
  <>
    <Edge at="start" />
    <Edge at="end" />
    <Edge at="top" grip />
  </>
);

const shapes = { rectangle: Map, lasso: Layers } as const;

export const Shapes = () => {
  const [drawn, setDrawn] = useState<keyof typeof shapes>('rectangle');
  return (
    <Box sx={{ width: 320 }}>
      <ShapeButtons
        label="Area"
        icons={shapes}
        textOf={(shape) => shape}
        drawn={drawn}
        onDraw={(shape) => setDrawn(shape)}
      >
        <WideShapeButton icon={<Map />} onClick={() => {}}>
          What the map shows
        </WideShapeButton>
      </ShapeButtons>
    </Box>
  );
};

export const Grip = () => {
  const [height, setHeight] = useState(48);
  return <SheetGrip label="Height of the panel" height={height} onChange={setHeight} />;
};

export const Hints = () => (
  <Hint title="Save the map">
    <Button variant="outlined">Save</Button>
  </Hint>
);

export const OpenHint = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="outlined" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        Show the hint
      </Button>
      {anchor && (
        <HintPopup anchor={anchor} title="Save the map" open onEnter={() => {}} onLeave={() => {}} />
      )}
    </>
  );
};

const loadChip = () => Promise.resolve(Chip);

export const LoadedOnDemand = () => {
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setWanted(true)}>
        Load
      </Button>
      <LazyBoundary wanted={wanted} load={loadChip} props={{ label: 'Loaded' }} />
    </>
  );
};

import type { LayerState } from '../../../map/map-state.ts';
import type { Run } from '../../../ui/use-run.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { AsOfDialog } from './as-of-dialog.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { FormPanel } from './form-panel.tsx';
import { CopyStyleDialog, GroupDialog } from './group-dialog.tsx';
import { InformationDialog } from './information-dialog.tsx';
import { LabelsPanel } from './labels-panel.tsx';
import type { LayerSetting, PanelSetting } from './layer-menu.tsx';
import { PlacePanel } from './place-panel.tsx';
import { PopupPanel } from './popup-panel.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { StylePanel } from './style-panel.tsx';

export interface LayerSettingsProps {
  /** The layer as it is now; undefined while nothing is open. */
  layer: LayerState | undefined;
  setting: LayerSetting | undefined;
  run: Run;
  onClose: () => void;
}

/** Panels take the place of the list; all others are dialogs over it. */
const panels = {
  place: PlacePanel,
  style: StylePanel,
  labels: LabelsPanel,
  popup: PopupPanel,
  form: FormPanel,
  appearance: AppearancePanel,
} satisfies Record<PanelSetting, unknown>;

const dialogs = {
  rename: RenameDialog,
  group: GroupDialog,
  copyStyle: CopyStyleDialog,
  information: InformationDialog,
  asOf: AsOfDialog,
  filter: FilterDialog,
} satisfies Record<Exclude<LayerSetting, PanelSetting>, unknown>;

/**
 * What a layer's menu opens. A file of its own, because the list of layers is beside every map when it opens, and these would delay the
 * map's first picture.
 */
export function LayerSettings({ layer, setting, run, onClose }: LayerSettingsProps) {
  if (!layer || !setting) return null;
  if (setting in panels) {
    const Panel = panels[setting as keyof typeof panels];
    return <Panel key={setting} layer={layer} onBack={onClose} />;
  }
  const Question = dialogs[setting as keyof typeof dialogs];
  return <Question key={setting} layer={layer} run={run} onClose={onClose} />;
}

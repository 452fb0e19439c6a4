import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EditCandidate,
  type Editing,
  type EditingState,
  openEditing,
  startOfEditing,
} from '../../../map/edit/edit-feature.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { LoadFailed } from '../../../ui/state-message.tsx';
import { useOnline } from '../../../ui/browser.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { FeatureForm } from './feature-form.tsx';
import { DrawStep } from './shape-buttons.tsx';
import { StepHead } from './step-head.tsx';
import { TemplateList } from './template-list.tsx';
import { useAskBeforeLeaving } from './use-ask-before-leaving.tsx';
import { useEditQueue } from './use-edit-queue.ts';

/** Adds, changes and deletes features of the map's layers. */
export function EditPanel() {
  const [more, setMore] = useState(false);
  if (more) return <MoreEditing onBack={() => setMore(false)} />;
  return <EditSteps onMore={() => setMore(true)} />;
}

function EditSteps({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation();
  const { editing, state, failed, again } = useEditing();
  const { form, canUndo } = state;
  // A drawing with corners is work before it has a form.
  const isDirty = form?.dirty === true || form?.status === 'sending' || canUndo;
  const { ask, question } = useAskBeforeLeaving(isDirty, editing);
  const panel = useRef<HTMLDivElement>(null);
  useHeldFocus(panel, state);
  if (failed)
    return (
      <Box sx={{ p: 2 }}>
        <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
      </Box>
    );
  const leave = async () => {
    if (await ask()) editing?.leave();
  };
  return (
    <Box ref={panel} sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      {state.error && (
        <Alert severity="error" sx={{ mx: 2, mb: 1 }}>
          <ErrorMessage error={state.error} within={(reason) => t('edit.openFailed', { reason })} />
        </Alert>
      )}
      <Step editing={editing} state={state} onLeave={() => void leave()} onMore={onMore} />
      {question}
    </Box>
  );
}

interface StepProps {
  editing: Editing | undefined;
  state: EditingState;
  onLeave: () => void;
  onMore: () => void;
}

function Step({ editing, state, onLeave, onMore }: StepProps) {
  const { step, form } = state;
  if (editing && step === 'form' && form)
    return <FeatureForm key={form.key} form={form} editing={editing} state={state} onLeave={onLeave} />;
  if (editing && step === 'draw') return <DrawStep editing={editing} state={state} onLeave={onLeave} />;
  if (editing && step === 'candidates')
    return <Candidates candidates={state.candidates} onChoose={editing.open} onLeave={onLeave} />;
  return <TemplateList templates={state.templates} onChoose={(id) => editing?.add(id)} onMore={onMore} />;
}

interface CandidatesProps {
  candidates: readonly EditCandidate[];
  onChoose: (candidate: EditCandidate) => void;
  onLeave: () => void;
}

/** A list of the features under the pointer. */
function Candidates({ candidates, onChoose, onLeave }: CandidatesProps) {
  const { t } = useTranslation();
  return (
    <>
      <StepHead title={t('edit.candidates')} onBack={onLeave} />
      <List aria-label={t('edit.candidates')} sx={{ pt: 0 }}>
        {candidates.map((candidate) => (
          <li key={`${candidate.layerId} ${candidate.objectId}`}>
            <ListItemButton onClick={() => onChoose(candidate)} sx={{ minHeight: 56 }}>
              <ListItemText
                primary={
                  <Typography dir="auto" noWrap>
                    {candidate.title || t('edit.candidate', { id: candidate.objectId })}
                  </Typography>
                }
                secondary={candidate.layerTitle}
              />
            </ListItemButton>
          </li>
        ))}
      </List>
    </>
  );
}

/**
 * Keeps the keyboard focus in the panel when the focused element is removed with its step. A form that opens
 * also takes the focus from the map, into its first field, because the user types next.
 */
function useHeldFocus(panel: { current: HTMLElement | null }, { step, form }: EditingState): void {
  const here = `${step} ${form?.key ?? ''}`;
  const before = useRef(here);
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    const { activeElement } = document;
    const elsewhere =
      activeElement instanceof HTMLElement && !activeElement.closest('.esri-view, [data-step]');
    if (elsewhere && activeElement !== document.body && !activeElement.matches('[tabindex="-1"]')) return;
    // On touch screens the on-screen keyboard would cover the form that has just opened.
    const byFinger = window.matchMedia?.('(pointer: coarse)').matches ?? false;
    const first = byFinger
      ? null
      : panel.current?.querySelector<HTMLElement>('[data-fields] :is(input, textarea, [role=combobox])');
    (first ?? panel.current?.querySelector<HTMLElement>('[data-head]'))?.focus();
  }, [panel, here]);
}

/** Enables editing of the map's features while the panel is open, after the map has been drawn. */
function useEditing() {
  const when = useMapState((state) => state.drawn);
  const queue = useEditQueue();
  const {
    session: editing,
    error,
    again,
  } = useCapability((model) => openEditing(model, queue), {
    when: when && queue !== undefined,
    holdsClicks: true,
  });
  return { editing, state: useStore(editing?.state, startOfEditing), failed: error !== undefined, again };
}

/**
 * The SDK's own editor, for operations that only it supports: splitting and merging features, changing several at once,
 * related records and subtype layers.
 */
function MoreEditing({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [failed, setFailed] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const { ask, question } = useAskBeforeLeaving(isWorking);
  const isOnline = useOnline();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!model || !host.current) return undefined;
    let left = false;
    let remove: (() => void) | undefined;
    const show = async (place: HTMLElement) => {
      try {
        remove = await model.showTool('editor', place, setIsWorking);
        if (left) remove();
      } catch {
        if (!left) setFailed(true);
      }
    };
    void show(host.current);
    return () => {
      left = true;
      remove?.();
    };
  }, [model]);
  const leave = async () => {
    if (await ask()) onBack();
  };
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <StepHead title={t('edit.more')} onBack={() => void leave()} />
      {failed && (
        <Alert severity="error" sx={{ mx: 2 }}>
          {t('viewer.toolFailed')}
        </Alert>
      )}
      {!isOnline && (
        <Alert severity="warning" sx={{ mx: 2, mb: 1 }}>
          {t('edit.more.offline')}
        </Alert>
      )}
      <Box ref={host} sx={{ flex: 1, minHeight: 0, '& > *': { height: '100%' } }} />
      {question}
    </Box>
  );
}

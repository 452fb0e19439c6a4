import Send from '@mui/icons-material/Send';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthor, useConfiguration } from '../../../context/application-context.ts';
import { FormElements } from '../../../forms/form-elements.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { PlaceShape } from '../../../map/report-place/report-place.ts';
import type { FormLayer, LoadedForm } from '../../../portal/forms/load-form.ts';
import type { Report } from '../../../portal/forms/send-report.ts';
import { useStore } from '../../../store.ts';
import { useOnline } from '../../../ui/browser.ts';
import { PhotoFields } from './photo-field.tsx';
import { PlaceField } from './place-field.tsx';
import { sendUnstored } from './report-queue.ts';
import { discardedReports, storeReport, type WaitingReport } from './report-store.ts';
import { SentView } from './sent-view.tsx';
import { descriptionOf, titleOf } from './use-form.ts';
import { type Prefill, useReport } from './use-report.ts';
import type { useWaitingReports } from './use-waiting-reports.ts';

export interface ReportFormProps {
  form: LoadedForm;
  source: FormLayer;
  prefill: Prefill;
  search: ReactNode;
  waiting: Pick<ReturnType<typeof useWaitingReports>, 'send' | 'reports'>;
  /** Whether the user signed in while the form was open. */
  wasVisitor: boolean;
  /** Whether it takes the focus: the user chose to correct a report. */
  startsFocused: boolean;
}

const shapes: Readonly<Record<string, PlaceShape>> = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'point',
  esriGeometryPolyline: 'polyline',
  esriGeometryPolygon: 'polygon',
};

/** The form of a layer, filled in and sent; a report that cannot be sent now is stored and sent later. */
export function ReportForm({ form, source, prefill, search, waiting, ...more }: ReportFormProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const report = useReport(form.item.id, source, prefill, more.wasVisitor);
  /** How often sending it has shown that something is missing. */
  const [tries, setTries] = useState(0);
  const tried = tries > 0;
  const [preparing, setPreparing] = useState(false);
  const host = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = more.startsFocused && report.ready;
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const shape = shapes[source.layer.geometryType ?? ''];
  const lacksPlace = shape !== undefined && !report.report.geometry;
  const isComplete = () => {
    const isMissing = report.faulty || lacksPlace;
    setTries((before) => (isMissing ? before + 1 : 0));
    return !isMissing;
  };
  const { send, sent, again, sending, failure } = useSending({ form, source, report, waiting, isComplete });
  useEffect(() => {
    if (tries === 0) return;
    const first = host.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-place-missing]');
    first?.scrollIntoView({ block: 'center' });
    first?.focus();
  }, [tries]);
  const isDiscarded = useStore(discardedReports).includes(sent);
  if (sent && !isDiscarded)
    return <SentView id={sent} sending={sending} waiting={waiting.reports} onAgain={again} />;
  if (!report.ready) return <Skeleton variant="rounded" height={320} />;
  return (
    <Box
      ref={host}
      component="form"
      noValidate
      aria-label={titleOf(source, form)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      sx={styles.form}
    >
      {/* What is entered while the report is sent would be lost. */}
      <Box inert={sending} sx={styles.form}>
        <Box>
          <Typography
            ref={heading}
            tabIndex={-1}
            variant="h1"
            dir="auto"
            sx={{ overflowWrap: 'anywhere', outline: 'none' }}
          >
            {titleOf(source, form)}
          </Typography>
          {descriptionOf(source, form) && (
            <Typography color="textSecondary" dir="auto" sx={{ mt: 1, whiteSpace: 'pre-line' }}>
              {descriptionOf(source, form)}
            </Typography>
          )}
        </Box>
        {!online && <Alert severity="info">{t('report.offline')}</Alert>}
        {report.restored && (
          <Alert
            severity="info"
            action={
              <Button color="inherit" size="small" onClick={() => void report.startOver()}>
                {t('report.restored.discard')}
              </Button>
            }
          >
            {t('report.restored')}
          </Alert>
        )}
        {report.failed && <Alert severity="warning">{t('report.rulesMissing')}</Alert>}
        <Box sx={styles.form}>
          <FormElements elements={report.elements} tried={tried} onValue={report.setValue} />
        </Box>
        {shape && (
          <PlaceField
            shape={shape}
            geometry={report.report.geometry}
            missing={tried && lacksPlace}
            search={search}
            onGeometry={report.setGeometry}
          />
        )}
        {source.layer.hasAttachments && (
          <PhotoFields
            rules={report.photoRules}
            tried={tried}
            photos={report.report.photos}
            preparing={preparing}
            onAdd={report.addPhotos}
            onPreparing={setPreparing}
            onRemove={report.removePhoto}
          />
        )}
      </Box>
      {tried && (report.faulty || lacksPlace) && <Alert severity="error">{t('edit.faults')}</Alert>}
      {failure !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={failure} />
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        startIcon={<Send sx={{ '[dir=rtl] &': { transform: 'scaleX(-1)' } }} />}
        loading={sending || preparing}
        loadingPosition="start"
        sx={styles.send}
      >
        {t(online ? 'report.send' : 'report.store')}
      </Button>
    </Box>
  );
}

interface SendingParts extends Pick<ReportFormProps, 'form' | 'source' | 'waiting'> {
  report: ReturnType<typeof useReport>;
  /** Whether the report can be sent; shows what is missing otherwise. */
  isComplete: () => boolean;
}

/**
 * Sends the report once what its expressions show, require and calculate is known. Stores it before, so that nothing is
 * lost; one that the browser cannot store stays in the form until it is sent.
 */
function useSending({ form, source, report, waiting: { send }, isComplete }: SendingParts) {
  const { org, connection } = useConfiguration();
  const who = useAuthor(connection);
  const [sent, setSent] = useState('');
  /** Whether it is sent once its expressions are known. */
  const [asked, setAsked] = useState(false);
  const [storing, setStoring] = useState(false);
  const sending = asked || storing;
  const [failure, setFailure] = useState<unknown>();
  /** Where the focus was before: what is inert or disabled meanwhile loses it. */
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (sending) return;
    const { activeElement } = document;
    if (activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [sending]);
  /** The last attempt: of a report that is not stored, the answer may have been lost. */
  const tried = useRef<{ of: Report; finished: Report }>(undefined);
  const { layer } = source;
  const reference = layer.sourceSpatialReference ?? layer.extent?.spatialReference;
  const finish = async () => {
    setStoring(true);
    const finished = tried.current?.of === report.report ? tried.current.finished : report.finished();
    tried.current = { of: report.report, finished };
    const { geometry } = finished;
    const isMultipoint = layer.geometryType === 'esriGeometryMultipoint';
    const waiting: WaitingReport = {
      id: finished.id,
      org,
      formId: form.item.id,
      layerKey: source.key,
      title: titleOf(source, form),
      restUrl: connection.restUrl,
      who,
      target: {
        url: source.url,
        globalIdField: layer.globalIdField ?? 'GlobalID',
        wkid: reference?.latestWkid ?? reference?.wkid ?? 4326,
      },
      report:
        isMultipoint && geometry && 'x' in geometry
          ? { ...finished, geometry: { points: [[geometry.x, geometry.y]] } }
          : finished,
      at: Date.now(),
    };
    try {
      const isStored = await storeReport(waiting).then(
        () => true,
        () => false,
      );
      if (!isStored) await sendUnstored(connection, waiting);
      await report.begin();
      setSent(finished.id);
      window.scrollTo({ top: 0 });
      if (isStored) await send(finished.id);
    } catch (error) {
      setFailure(error);
    } finally {
      setStoring(false);
    }
  };
  const goOn = () => {
    if (isComplete()) void finish();
  };
  const latest = useRef(goOn);
  const onSettled = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = goOn;
    if (!report.settling) onSettled.current?.();
  });
  const ask = async () => {
    focused.current = document.activeElement;
    setFailure(undefined);
    if (report.settling) {
      setAsked(true);
      await new Promise<void>((resolve) => (onSettled.current = resolve));
      setAsked(false);
    }
    latest.current();
  };
  return { send: ask, sent, sending, failure, again: () => setSent('') };
}

const styles = {
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 },
  send: { minHeight: 48, width: { xs: '100%', sm: 'auto' }, justifySelf: 'start' },
} as const;

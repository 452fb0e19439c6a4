import CloudOff from '@mui/icons-material/CloudOffOutlined';
import EditOff from '@mui/icons-material/EditOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { MappingError } from '../../../../wire/errors.ts';
import { useAuthor, useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { usePageTitle } from '../../../context/page-frame.ts';
import { useVisitorSince } from '../../../context/use-visitor-since.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import type { FormLayer, LoadedForm } from '../../../portal/forms/load-form.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { Page } from '../../../ui/page.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ReportForm, type ReportFormProps } from './report-form.tsx';
import type { WaitingReport } from './report-store.ts';
import { titleOf, useForm } from './use-form.ts';
import type { Prefill } from './use-report.ts';
import { useWaitingReports } from './use-waiting-reports.ts';
import { WaitingList } from './waiting-list.tsx';

export interface FormViewProps {
  /** Id of the item whose layers have the form. */
  id: string;
  /** The search field of the map. */
  search: ReactNode;
  /** What a link fills in. */
  prefill: Prefill;
}

/** `/{org}/form/{id}`: the form of a layer, for reports of members, and of visitors where the layer allows it. */
export function FormView({ id, search, prefill }: FormViewProps) {
  const form = useForm(id);
  const waiting = useWaitingReports();
  const { org } = useConfiguration();
  const wasVisitor = useVisitorSince(`form ${org} ${id}`) !== undefined;
  const navigate = useNavigate();
  // The last report that became the draft of its form, which is then read again. Its layer is kept here,
  // because the router changes the address later.
  const [reopened, setReopened] = useState({ formId: '', layerKey: '', count: 0 });
  const reopen = ({ formId, layerKey }: WaitingReport) => {
    void navigate(`/${org}/form/${formId}?${new URLSearchParams({ layer: layerKey })}`);
    setReopened(({ count }) => ({ formId, layerKey, count: count + 1 }));
  };
  return (
    <Page>
      <Box sx={styles.column}>
        {form.data && (
          <LoadedView
            key={`${id} ${reopened.count}`}
            form={form.data}
            {...{ search, prefill, waiting, wasVisitor }}
            reopenedLayer={reopened.formId === id ? reopened.layerKey : undefined}
            startsFocused={reopened.count > 0}
          />
        )}
        {form.error && <Problem error={form.error} onRetry={() => void form.refetch()} />}
        {form.isPending && (
          <Box component="output" sx={styles.column}>
            <Skeleton width="60%" height={48} />
            {[56, 56, 120, 56].map((height, index) => (
              <Skeleton key={`${height} ${index}`} variant="rounded" height={height} />
            ))}
          </Box>
        )}
        <WaitingList {...waiting} onReopen={reopen} />
      </Box>
    </Page>
  );
}

interface LoadedViewProps extends Omit<ReportFormProps, 'source'> {
  /** Key of the layer of a report that became a draft. */
  reopenedLayer: string | undefined;
}

function LoadedView({ form, reopenedLayer, ...more }: LoadedViewProps) {
  const { t } = useTranslation();
  const author = useAuthor(useConfiguration().connection);
  const [parameters] = useSearchParams();
  const wanted = parameters.get('layer');
  const [chosen, setChosen] = useState(reopenedLayer ?? wanted);
  const only = form.layers.length === 1 ? form.layers[0] : undefined;
  const source = form.layers.find(({ key }) => key === chosen) ?? only;
  usePageTitle(source ? titleOf(source, form) : form.item.title);
  if (!source) return <LayerChoice layers={form.layers} form={form} onChoose={setChosen} />;
  return (
    <>
      {form.layers.length > 1 && (
        <Button onClick={() => setChosen(null)} sx={{ justifySelf: 'start' }}>
          {t('report.otherForm')}
        </Button>
      )}
      {/* What one person writes is never shown or stored as another's. */}
      <ReportForm key={`${source.key} ${author}`} {...{ form, source }} {...more} />
    </>
  );
}

interface LayerChoiceProps {
  form: LoadedForm;
  layers: readonly FormLayer[];
  onChoose: (key: string) => void;
}

function LayerChoice({ form, layers, onChoose }: LayerChoiceProps) {
  const { t } = useTranslation();
  return (
    <Box sx={styles.column}>
      <Typography variant="h1">{t('report.choose')}</Typography>
      <Paper variant="outlined" component="nav" aria-label={t('report.choose')}>
        {layers.map((layer) => (
          <ListItemButton key={layer.key} onClick={() => onChoose(layer.key)} sx={{ minHeight: 56 }}>
            <ListItemText primary={<bdi>{titleOf(layer, form)}</bdi>} />
          </ListItemButton>
        ))}
      </Paper>
    </Box>
  );
}

/** Why there is no form, with the way to continue. */
function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const { user, signIn } = useIdentity();
  const isClosed = error instanceof MappingError && error.id === 'forms:closed';
  const isUnreachable = error instanceof MappingError && error.status === 0;
  const isMissing = error instanceof MappingError && error.id === 'portal:item-not-found';
  const signInHelps = !user && (isClosed || isMissing || needsSignIn(error));
  return (
    <StateMessage
      role="alert"
      icon={isUnreachable ? <CloudOff /> : <EditOff />}
      title={t(isClosed ? 'report.closed' : 'report.notOpened')}
      detail={
        isClosed ? t(user ? 'report.closed.member' : 'report.closed.visitor') : <ErrorMessage error={error} />
      }
      action={
        signInHelps ? (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        ) : (
          <Button variant="outlined" onClick={onRetry}>
            {t('app.tryAgain')}
          </Button>
        )
      }
    />
  );
}

const styles = {
  column: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2.5,
    width: '100%',
    maxWidth: 640,
    mx: 'auto',
  },
} as const;

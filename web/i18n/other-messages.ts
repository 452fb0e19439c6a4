import conditions from '../conditions/messages/en.json';
import forms from '../forms/messages/en.json';
import administrationHealth from '../features/administration/console/health/messages/en.json';
import administrationIntegrations from '../features/administration/console/integrations/messages/en.json';
import administrationPeople from '../features/administration/console/people/messages/en.json';
import copy from '../features/content/copy/messages/en.json';
import details from '../features/content/gallery/details/messages/en.json';
import errors from './errors/messages/en.json';
import groups from '../features/content/groups/messages/en.json';
import myContent from '../features/content/my-content/messages/en.json';
import upload from '../features/content/upload/messages/en.json';
import addLayers from '../features/map-tools/add-layers/messages/en.json';
import analysis from '../features/map-tools/analysis/messages/en.json';
import enrich from '../features/map-tools/enrich/messages/en.json';
import scene from '../features/map-tools/scene/messages/en.json';
import charts from '../features/map-tools/charts/messages/en.json';
import editing from '../features/map-tools/editing/messages/en.json';
import exporting from '../features/map-tools/export/messages/en.json';
import history from '../features/map-tools/history/messages/en.json';
import inView from '../features/map-tools/in-view/messages/en.json';
import integrations from '../features/map-tools/integrations/messages/en.json';
import layers from '../features/map-tools/layers/messages/en.json';
import measure from '../features/map-tools/measure/messages/en.json';
import popup from '../features/map-tools/popup/messages/en.json';
import saving from '../features/map-tools/saving/messages/en.json';
import search from '../features/map-tools/search/messages/en.json';
import select from '../features/map-tools/select/messages/en.json';
import sketch from '../features/map-tools/sketch/messages/en.json';
import presentation from '../features/map-tools/presentation/messages/en.json';
import swipe from '../features/map-tools/swipe/messages/en.json';
import table from '../features/map-tools/table/messages/en.json';
import time from '../features/map-tools/time/messages/en.json';
import waiting from '../waiting/messages/en.json';
import viewer from '../features/map-tools/viewer/messages/en.json';
import comments from '../features/sharing/comments/messages/en.json';
import reportForm from '../features/sharing/report-form/messages/en.json';
import joining from '../features/sharing/joining/messages/en.json';
import shareMap from '../features/sharing/share-map/messages/en.json';
import commands from '../features/shell/commands/messages/en.json';
import profile from '../features/shell/profile/messages/en.json';
import type { KindMessages } from '../../integration-kinds/browsers.ts';

const kindMessages = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, string>>('../../integration-kinds/*/messages/en.json', {
      eager: true,
      import: 'default',
    }),
  ),
) as KindMessages;

/** The English messages of the views besides home, the gallery and the pages with messages of their own. */
export const otherMessages = {
  ...addLayers,
  ...administrationHealth,
  ...administrationIntegrations,
  ...administrationPeople,
  ...analysis,
  ...enrich,
  ...scene,
  ...charts,
  ...commands,
  ...comments,
  ...conditions,
  ...editing,
  ...exporting,
  ...forms,
  ...copy,
  ...details,
  ...errors,
  ...groups,
  ...history,
  ...inView,
  ...integrations,
  ...joining,
  ...kindMessages,
  ...layers,
  ...measure,
  ...myContent,
  ...popup,
  ...profile,
  ...reportForm,
  ...saving,
  ...search,
  ...shareMap,
  ...select,
  ...sketch,
  ...presentation,
  ...swipe,
  ...table,
  ...time,
  ...upload,
  ...waiting,
  ...viewer,
};

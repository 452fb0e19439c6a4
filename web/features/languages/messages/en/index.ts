import add from './add.json';
import administration from './administration.json';
import commands from './commands.json';
import content from './content.json';
import error from './error.json';
import exporting from './export.json';
import gallery from './gallery.json';
import groups from './groups.json';
import health from './health.json';
import history from './history.json';
import home from './home.json';
import inView from './in-view.json';
import integration from './integration.json';
import itemType from './item-type.json';
import join from './join.json';
import kind from './kind.json';
import layers from './layers.json';
import measure from './measure.json';
import popup from './popup.json';
import people from './people.json';
import profile from './profile.json';
import refusal from './refusal.json';
import saving from './saving.json';
import search from './search.json';
import sharing from './sharing.json';
import shell from './shell.json';
import sketch from './sketch.json';
import swipe from './swipe.json';
import table from './table.json';
import upload from './upload.json';
import uploadFault from './upload-fault.json';
import viewer from './viewer.json';

/** Every message in English, which decides what the other languages must have. */
export const english = {
  ...add,
  ...administration,
  ...commands,
  ...content,
  ...error,
  ...exporting,
  ...gallery,
  ...groups,
  ...health,
  ...history,
  ...home,
  ...inView,
  ...integration,
  ...itemType,
  ...join,
  ...kind,
  ...layers,
  ...measure,
  ...popup,
  ...people,
  ...profile,
  ...refusal,
  ...saving,
  ...search,
  ...sharing,
  ...shell,
  ...sketch,
  ...swipe,
  ...table,
  ...upload,
  ...uploadFault,
  ...viewer,
};

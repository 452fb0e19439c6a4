import administration from './administration.json';
import content from './content.json';
import error from './error.json';
import gallery from './gallery.json';
import home from './home.json';
import integration from './integration.json';
import layers from './layers.json';
import measure from './measure.json';
import search from './search.json';
import shell from './shell.json';
import sketch from './sketch.json';
import upload from './upload.json';
import viewer from './viewer.json';

/** Every message in English, which decides what the other languages must have. */
export const english = {
  ...administration,
  ...content,
  ...error,
  ...gallery,
  ...home,
  ...integration,
  ...layers,
  ...measure,
  ...search,
  ...shell,
  ...sketch,
  ...upload,
  ...viewer,
};

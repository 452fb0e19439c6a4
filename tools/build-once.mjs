// Builds the browser application when it is out of date.
import { build } from './build.mjs';

build();

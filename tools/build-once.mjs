// Builds the browser's program when it is not built from these sources.
import { build } from './build.mjs';

build();

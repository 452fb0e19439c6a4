/** Some modules of the map SDK expect the global name of pages and workers when they are loaded. */
Object.assign(globalThis, { self: globalThis });

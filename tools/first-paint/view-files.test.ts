import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { viewFiles } from './view-files.ts';

function chunk(fileName: string, module: string, imports: string[] = []) {
  return [fileName, { type: 'chunk', fileName, moduleIds: [`/project/${module}`], imports }] as const;
}

function bundleOf(...outputs: (readonly [string, object])[]): Rolldown.OutputBundle {
  return Object.fromEntries(outputs) as unknown as Rolldown.OutputBundle;
}

describe('viewFiles', () => {
  const bundle = bundleOf(
    chunk('main.js', 'web/app/main.tsx', ['react.js']),
    chunk('react.js', 'node_modules/react/index.js'),
    chunk('home.js', 'web/routes/home.tsx', ['card.js', 'react.js']),
    chunk('gallery.js', 'web/routes/gallery.tsx', ['card.js']),
    chunk('card.js', 'web/ui/map-card.tsx', ['home.js']),
    chunk('map.js', 'web/routes/map.tsx'),
    chunk('sdk.js', 'web/map/sdk/open-map.ts', ['worker.js']),
    chunk('worker.js', 'web/map/sdk/worker.ts'),
    ['style.css', { type: 'asset', fileName: 'style.css' }],
  );

  it('names what a view needs beyond the application itself, cycles included', () => {
    expect(viewFiles(bundle, 'web/app/main.tsx')).toEqual({
      '': ['/home.js', '/card.js'],
      gallery: ['/gallery.js', '/card.js', '/home.js'],
      map: ['/map.js', '/sdk.js', '/worker.js'],
    });
  });

  it('returns nothing for a module that is not in the build', () => {
    expect(viewFiles(bundleOf(chunk('main.js', 'web/app/main.tsx')), 'web/app/main.tsx')).toEqual({
      '': [],
      gallery: [],
      map: [],
    });
  });
});

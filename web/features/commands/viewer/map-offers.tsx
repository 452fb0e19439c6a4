import { BookmarksOffer } from './bookmarks-offer.tsx';
import { LayersOffer } from './layers-offer.tsx';
import { NavigationOffer } from './navigation-offer.tsx';
import type { OfferedTool } from './offered-tool.ts';
import { PlacesOffer } from './places-offer.tsx';
import { ToolsOffer } from './tools-offer.tsx';

/** What an open map adds to the palette. */
export function MapOffers({ tools }: { tools: readonly OfferedTool[] }) {
  return (
    <>
      <ToolsOffer tools={tools} />
      <LayersOffer />
      <BookmarksOffer />
      <NavigationOffer />
      <PlacesOffer />
    </>
  );
}

import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import {
  firstViewAt,
  firstViewOf,
  parsePicturePlace,
  pictureStyle,
  showsView,
} from '../../../../wire/map-picture.ts';
import { type MapPlace, parseUrlState } from '../../../../wire/url-state.ts';
import { useMapState } from '../../../map/map-model.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { type ShowablePicture, useStoredPicture } from './use-own-picture.ts';

/** A picture of the view with which a map opens, and its place in the map's frame as CSS. */
export interface PlacedPicture {
  address: string;
  style: { left: string; top: string; width: string };
}

/** What a page shows of a map first. */
export interface FirstShown {
  /** Of the page's address, which may name another viewpoint or other layers. */
  hash: string;
  /** The viewpoint of a shared map. */
  place?: MapPlace | undefined;
  scheme: 'light' | 'dark';
  own?: ShowablePicture | undefined;
}

/**
 * The picture that shows the view with which a map opens in this colour scheme: the browser's own, else the thumbnail.
 *
 * @param item undefined for a shared map
 */
export function firstPictureOf(
  connection: PortalConnection,
  item: PortalItem | undefined,
  document: unknown,
  { hash, place, scheme, own }: FirstShown,
): PlacedPicture | undefined {
  const { at = place, show, hide } = parseUrlState(hash).state;
  const view = at ? firstViewAt(at) : firstViewOf(document);
  if (show || hide || !view) return undefined;
  const pictures = [own, item && thumbnailOf(connection, item)];
  const picture = pictures.find((each) => each?.place.scheme === scheme && showsView(each.place, view));
  return picture && { address: picture.address, style: pictureStyle(picture.place, view) };
}

function thumbnailOf(connection: PortalConnection, item: PortalItem): ShowablePicture | undefined {
  const place = parsePicturePlace(item.thumbnail);
  const address = itemThumbnail(connection, item);
  return place && address ? { address, place } : undefined;
}

/** The end of the fade in milliseconds. */
const fade = 150;

/** What ends the picture, besides the map being drawn: the map may move. */
const touches = ['pointerdown', 'wheel', 'keydown'] as const;

export interface FirstPictureProps {
  /** Undefined if there is none, and while the map's document is loaded. */
  picture: PlacedPicture | undefined;
  /** Whether the map's document is known. */
  known: boolean;
}

/**
 * A picture over the map's frame until the map is drawn or touched: neither content nor clickable. It follows
 * the picture that the server has put into the page (server/platform/http/draw-shell.ts), at the same place.
 */
export function FirstPicture({ picture, known }: FirstPictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useMapState((state) => state.drawn || state.error !== undefined);
  const [touched, setTouched] = useState(false);
  const [faded, setFaded] = useState(false);
  const over = drawn || touched;
  useStoredPicture();
  useEffect(() => {
    const map = frame.current?.parentElement;
    const end = () => setTouched(true);
    for (const touch of touches) map?.addEventListener(touch, end, { passive: true, once: true });
    return () => {
      for (const touch of touches) map?.removeEventListener(touch, end);
    };
  }, []);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => setFaded(true), fade);
    return () => clearTimeout(timer);
  }, [over]);
  useEffect(() => {
    if (over || (known && !picture)) removeServedPicture();
  }, [over, known, picture]);
  useEffect(() => removeServedPicture, []);
  return (
    <Box ref={frame} aria-hidden data-first-picture sx={{ ...styles.frame, ...(over && styles.over) }}>
      {picture && !faded && (
        <Box
          component="img"
          alt=""
          src={picture.address}
          onLoad={removeServedPicture}
          onError={removeServedPicture}
          sx={styles.picture}
          // Not in `sx`, which is mirrored for right-to-left pages: the picture's place is not.
          style={{ ...picture.style, transform: 'translate(-50%, -50%)' }}
        />
      )}
    </Box>
  );
}

function removeServedPicture(): void {
  document.getElementById('shell-picture')?.remove();
}

const styles = {
  frame: {
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    containerType: 'size',
    pointerEvents: 'none',
  },
  over: {
    opacity: 0,
    transition: `opacity ${fade}ms`,
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  },
  picture: { position: 'absolute' },
} as const;

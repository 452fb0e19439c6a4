/** Leaflet and esri-leaflet have no types; tests use them as clients, not as libraries. */
declare module 'leaflet';
declare module 'esri-leaflet';

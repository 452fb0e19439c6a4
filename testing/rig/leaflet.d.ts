/** Leaflet and esri-leaflet bring no types; tests use them as clients, not as libraries. */
declare module 'leaflet';
declare module 'esri-leaflet';

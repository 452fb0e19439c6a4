// A third-party page that exchanges messages with Mapping. Serve this folder, and give Mapping its address (docs/integrations.md).
// The script comes from the Mapping server that holds this page; its address is in the page's own address: ?mapping=https://…
const mapping = new URLSearchParams(location.search).get('mapping') ?? 'http://localhost:8080';
const { connect, IntegrationError } = await import(`${mapping}/integrations/client.js`);

let here = { lat: 0, lng: 0, heading: 0 };
const show = () => {
  document.getElementById('place').textContent =
    `${here.lat.toFixed(5)}, ${here.lng.toFixed(5)}, ${here.heading}°`;
};

function goTo({ lat, lng, heading = here.heading }) {
  if (Math.abs(lat) > 85) throw new IntegrationError('no-coverage', 'There is only ice here.');
  here = { lat, lng, heading };
  show();
  return here;
}

const host = connect({ open: goTo, move: goTo }, { hosts: [mapping] });

// Reports what the user does here to the map and to the other integrations.
const act = (id, change) =>
  document.getElementById(id).addEventListener('click', () => {
    here = { ...here, ...change() };
    show();
    host.moved(here);
  });
act('left', () => ({ heading: (here.heading + 345) % 360 }));
act('right', () => ({ heading: (here.heading + 15) % 360 }));
act('north', () => ({ lat: here.lat + 0.0002 }));

// An extension of Mapping: it counts what is in view, marks places, and shows the feature of a popup. Serve this folder, and give
// Mapping its address, with the Mapping server that may hold this page: ?mapping=https://… (docs/extensions.md).
const mapping = new URLSearchParams(location.search).get('mapping') ?? 'http://localhost:8080';
const element = (id) => document.getElementById(id);
const marks = [];
let port;
let layers = [];
let lastId = 0;
const waiting = new Map();

// The hello goes to that server only, and only its answer is accepted. All other messages use the port in it.
addEventListener('message', ({ source, origin, data, ports }) => {
  if (source !== parent || origin !== mapping || data?.mapping !== 'extension') return;
  if (data.type === 'refused') return show(`This server has versions ${data.versions.join(', ')}.`);
  if (data.type !== 'welcome') return;
  [port] = ports;
  port.addEventListener('message', (event) => receive(event.data));
  port.start();
  document.documentElement.style.colorScheme = data.theme;
  show('Connected.');
});
parent.postMessage({ mapping: 'extension', type: 'hello', version: 1 }, mapping);

function receive(message) {
  if (message.type === 'map') layers = message.map?.layers.filter(({ hasFeatures }) => hasFeatures) ?? [];
  if (message.type === 'map' || message.type === 'view') void count();
  if (message.type === 'feature')
    element('feature').textContent = JSON.stringify(message.feature?.attributes ?? { id: message.id });
  if (message.type === 'picked') show(`Mark ${message.key}`);
  if (message.type === 'theme') document.documentElement.style.colorScheme = message.theme;
  if (message.type !== 'done' && message.type !== 'failed') return;
  const { resolve, reject } = waiting.get(message.id) ?? {};
  waiting.delete(message.id);
  if (message.type === 'done') resolve?.(message.value);
  else if (reject) reject(new Error(message.message));
  else show(message.message);
}

function ask(type, more) {
  return new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject });
    port.postMessage({ type, id: lastId, ...more });
  });
}

async function count() {
  const counted = layers.map(async ({ id, title }) => {
    const row = document.createElement('li');
    const text = await ask('read', { layer: id, from: 'view' }).then(({ total }) => total, String);
    row.textContent = `${title}: ${text}`;
    return row;
  });
  element('counts').replaceChildren(...(await Promise.all(counted)));
}

async function mark() {
  try {
    const { lat, lng } = await ask('askLocation');
    const geometry = { type: 'Point', coordinates: [lng, lat] };
    marks.push({ type: 'Feature', geometry, properties: { key: String(marks.length + 1) } });
    await ask('draw', { features: marks });
    show(`Marked ${lat.toFixed(5)}, ${lng.toFixed(5)}`);
  } catch (error) {
    show(error.message);
  }
}

function show(text) {
  element('status').textContent = text;
}

element('mark').addEventListener('click', mark);
element('clear').addEventListener('click', () => {
  marks.length = 0;
  ask('draw', { features: [] }).then(
    () => show('Removed.'),
    (error) => show(error.message),
  );
});

/**
 * An extension that asks for everything, in every way, and posts the responses to `/report`. It runs in the browser, so it
 * is self-contained.
 */
export const greedyExtension = `<!doctype html><title>Greedy</title><h1>Greedy</h1><script type="module">
const answers = [];
addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent || data?.type !== 'welcome') return;
  const [port] = ports;
  answers.push(data);
  port.onmessage = (event) => answers.push(event.data);
  const ask = (message) => port.postMessage(message);
  ask({ type: 'goTo', id: 1, lat: 0, lng: 0 });
  ask({ type: 'read', id: 2, layer: 'stops', from: 'layer', limit: 200 });
  ask({ type: 'filter', id: 3, layer: 'stops', where: '1=0' });
  ask({ type: 'askLocation', id: 4 });
  ask({ type: 'credentials', id: 5 });
  ask({ type: 'draw', id: 6, features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { title: '<img src=x onerror=alert(1)>' } }] });
  ask('x'.repeat(1e6));
  for (let each = 0; each < 2000; each++) ask({ type: 'goTo', id: 7, lat: 0, lng: 0 });
  setTimeout(() => fetch('/report', { method: 'POST', body: JSON.stringify({ answers }) }), 1000);
});
parent.postMessage({ mapping: 'extension', type: 'hello', version: 1 }, '*');
</script>`;

/** A page of another host in the frame of an extension, which claims to be of that extension's host, and reports what it receives. */
export const lyingPage = (
  claimed: string,
) => `<!doctype html><title>Liar</title><h1>Liar</h1><script type="module">
const report = ({ data }) => fetch('/report', { method: 'POST', body: JSON.stringify({ data }), keepalive: true });
addEventListener('message', report);
const hello = { mapping: 'extension', type: 'hello', version: 1, origin: '${claimed}', url: '${claimed}/' };
const { port1, port2 } = new MessageChannel();
port1.onmessage = report;
parent.postMessage(hello, '*', [port2]);
parent.postMessage({ ...hello, type: 'welcome' }, '*');
port1.postMessage({ type: 'goTo', id: 1, lat: 0, lng: 0 });
parent.postMessage({ type: 'goTo', id: 1, lat: 0, lng: 0 }, '*');
</script>`;

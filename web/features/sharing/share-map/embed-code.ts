/** The URL of a shared map without header and tools, for a frame in another page. */
export function embedAddress(url: string): string {
  const address = new URL(url);
  address.searchParams.set('embed', '');
  return address.href.replace(/embed=(?=#|$|&)/, 'embed');
}

/** An HTML snippet that shows a shared map in another page. */
export function embedCode(url: string, title: string): string {
  const attributes = [
    `src="${escape(embedAddress(url))}"`,
    `title="${escape(title)}"`,
    'width="800"',
    'height="600"',
    'style="border:0;max-width:100%"',
    'loading="lazy"',
    'allow="fullscreen; geolocation"',
  ];
  return `<iframe ${attributes.join(' ')}></iframe>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

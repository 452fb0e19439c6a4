import { expect, it } from 'vitest';
import { readXml } from './read-xml.ts';

const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document>
  <Style id="red"><IconStyle><color>ff0000ff</color><scale>2</scale></IconStyle><LabelStyle><scale>0</scale></LabelStyle></Style>
  <Placemark><name>Pump</name><styleUrl>#red</styleUrl>
    <ExtendedData><Data name="fill_level"><value>80</value></Data><Data name="labels"><value>a</value></Data></ExtendedData>
    <Point><coordinates>71,51</coordinates></Point></Placemark>
</Document></kml>`;

it('keeps the attributes of KML whose names begin like those of styles', async () => {
  const { features } = await readXml(kml, 'kml');
  expect(features[0]?.properties).toEqual({ name: 'Pump', fill_level: '80', labels: 'a' });
  expect(features[0]?.look).toEqual({ color: '#ff0000', scale: 2 });
});

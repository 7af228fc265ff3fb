/** The shop's products: sku, name in English, price in cents, name in German. */
export const PRODUCTS = [
  ['TEA-01', 'Breakfast tea, 100 bags', 649, 'Frühstückstee, 100 Beutel'],
  ['TEA-02', 'Jasmine tea, loose, 250 g', 1195, 'Jasmintee, lose, 250 g'],
  ['MUG-01', 'Stoneware mug, blue', 1495, 'Steingutbecher, blau'],
  ['MUG-02', 'Enamel camping mug', 999, 'Emaillebecher'],
  ['POT-01', 'Glass teapot, 1.2 l', 3449, 'Teekanne aus Glas, 1,2 l'],
  ['KET-01', 'Gooseneck kettle', 7995, 'Schwanenhalskessel'],
  ['COF-01', 'House blend coffee, 1 kg', 1849, 'Kaffee Hausmischung, 1 kg'],
  ['COF-02', 'Hand grinder, steel burrs', 8949, 'Handmühle mit Stahlmahlwerk'],
  ['BIS-01', 'Ginger biscuits, tin', 895, 'Ingwerkekse in der Dose'],
  ['TOW-01', 'Linen tea towel', 1295, 'Geschirrtuch aus Leinen'],
  ['SPO-01', 'Measuring spoon, brass', 1149, 'Messlöffel aus Messing'],
  ['SCA-01', 'Kitchen scale, 0.1 g', 4295, 'Küchenwaage, 0,1 g'],
] as const;
export type Product = (typeof PRODUCTS)[number];

export const CARRIERS = ['DHL', 'UPS', 'DPD', 'GLS'] as const;

export const STREETS = ['Lindenweg', 'Am Markt', 'Hafenstraße', 'Gartenweg', 'Bergstraße'] as const;

export const GIVEN_NAMES = [
  'Ada',
  'Bela',
  'Cleo',
  'Dario',
  'Edda',
  'Femi',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Luca',
  'Mina',
  'Noor',
  'Otto',
  'Pia',
] as const;
export const FAMILY_NAMES = [
  'Adler',
  'Brandt',
  'Castro',
  'Dietz',
  'Ekman',
  'Fuchs',
  'Gomez',
  'Haller',
  'Ivarsson',
  'Jansen',
  'Keller',
  'Lund',
  'Moreau',
  'Novak',
] as const;

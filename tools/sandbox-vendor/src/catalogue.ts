/** What the shop sells: sku, name, price in cents. */
export const PRODUCTS = [
  ['TEA-01', 'Breakfast tea, 100 bags', 649],
  ['TEA-02', 'Jasmine tea, loose, 250 g', 1195],
  ['MUG-01', 'Stoneware mug, blue', 1495],
  ['MUG-02', 'Enamel camping mug', 999],
  ['POT-01', 'Glass teapot, 1.2 l', 3449],
  ['KET-01', 'Gooseneck kettle', 7995],
  ['COF-01', 'House blend coffee, 1 kg', 1849],
  ['COF-02', 'Hand grinder, steel burrs', 8949],
  ['BIS-01', 'Ginger biscuits, tin', 895],
  ['TOW-01', 'Linen tea towel', 1295],
  ['SPO-01', 'Measuring spoon, brass', 1149],
  ['SCA-01', 'Kitchen scale, 0.1 g', 4295],
] as const;
export type Product = (typeof PRODUCTS)[number];

export const CARRIERS = ['DHL', 'UPS', 'DPD', 'GLS'] as const;

export const GIVEN_NAMES = ['Ada', 'Bela', 'Cleo', 'Dario', 'Edda', 'Femi', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaya', 'Luca', 'Mina', 'Noor', 'Otto', 'Pia'] as const;
export const FAMILY_NAMES = ['Adler', 'Brandt', 'Castro', 'Dietz', 'Ekman', 'Fuchs', 'Gomez', 'Haller', 'Ivarsson', 'Jansen', 'Keller', 'Lund', 'Moreau', 'Novak'] as const;

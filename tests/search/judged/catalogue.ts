/** A generated catalogue for the judged searches, the same on every run: goods in materials and colours, accessories, and devices. */

/** A product of the catalogue. */
export interface JudgedProduct {
  readonly sku: string;
  readonly name: string;
  readonly text: string;
  readonly brand: string;
}

/** Goods: code, name, maker, materials, a text. */
const clothes = `
SH | Shirt | Alba | Cotton, Linen, Flannel | Wear it with trousers and a jacket
TR | Trousers | Alba | Cotton, Wool, Corduroy | With deep pockets
DR | Dress | Alba | Cotton, Silk, Linen | For summer evenings
JA | Jacket | Nordwind | Leather, Denim, Wool | Two inner pockets for a wallet
SW | Sweater | Nordwind | Wool, Cashmere, Cotton | Warm below a jacket
SO | Socks | Nordwind | Wool, Cotton, Bamboo | Three pairs
SC | Scarf | Nordwind | Wool, Silk, Cotton | Matches our gloves
GL | Gloves | Nordwind | Leather, Wool, Cotton | For touch screens
BO | Boots | Falk | Leather, Suede, Rubber | With a warm lining
SN | Sneakers | Falk | Canvas, Leather, Suede | Light soles
BP | Backpack | Falk | Canvas, Leather, Nylon | Room for a laptop and a bottle
WA | Wallet | Falk | Leather, Canvas, Nylon | Room for eight cards
`;
const home = `
BL | Blanket | Timbo | Wool, Cotton, Fleece | For the sofa and the bed
PI | Pillow | Timbo | Cotton, Silk, Linen | Filled with feathers
CU | Curtain | Timbo | Linen, Cotton, Velvet | Darkens a room
RU | Rug | Timbo | Wool, Jute, Cotton | Woven by hand
CH | Chair | Holmgren | Oak, Walnut, Bamboo | Goes with every table
TA | Table | Holmgren | Oak, Walnut, Glass | Seats six people
SE | Bookshelf | Holmgren | Oak, Walnut, Bamboo | Five boards for books
LA | Lamp | Lumiere | Brass, Glass, Ceramic | A warm light for a desk
MU | Mug | Lumiere | Ceramic, Glass, Enamel | For coffee and tea
PL | Plate | Lumiere | Ceramic, Glass, Bamboo | Safe in the dishwasher
KN | Knife | Kettler | Steel, Ceramic, Titanium | Keeps its edge
PA | Pan | Kettler | Steel, Copper, Ceramic | For all stoves
`;
const colours = { clothes: ['Black', 'Blue', 'Red'], home: ['White', 'Sand', 'Green'] };

/** Other products: SKU, name, maker, a text. */
const others = `
AC-101 | Hanger for shirts | Holmgren | Made of beech
AC-102 | Shoe polish | Falk | For leather boots and shoes
AC-103 | Curtain rod | Timbo | With two brackets
AC-104 | Lamp shade | Lumiere | For a table lamp
AC-105 | Knife sharpener | Kettler | For knives of steel
AC-106 | Rug underlay | Timbo | Keeps a rug in its place
AC-107 | Chair cushion | Timbo | With bands
AC-108 | Tablecloth | Timbo | For a table of two metres
AC-109 | Mug tree | Lumiere | Holds six mugs
AC-110 | Pan lid | Kettler | 28 cm
AC-111 | Bottle brush | Kettler | For narrow necks
AC-112 | Rain cover for backpacks | Falk | Folds to a small bag
AC-113 | Pillow case | Timbo | With a zip
AC-114 | Umbrella stand | Holmgren | For the hall
AC-115 | Plate rack | Lumiere | For ten plates
AC-116 | Sneaker laces | Falk | 120 cm
AC-117 | Water bottle 750 ml | Falk | Keeps drinks cold
AC-118 | Umbrella | Falk | Opens by itself
EL-201 | Wireless headphones | Sonora | With noise cancelling
EL-202 | Bluetooth speaker | Sonora | Plays for 12 hours
EL-203 | Phone charger 20W | Voltaro | For USB-C
EL-204 | Power bank 10000 mAh | Voltaro | Charges a phone twice
EL-205 | Smartwatch | Voltaro | Measures sleep
EL-206 | Tablet stand | Voltaro | Folds flat
EL-207 | Laptop sleeve 13 inch | Voltaro | Made of felt
EL-208 | USB-C cable 2m | Voltaro | Braided
EL-209 | Mechanical keyboard | Voltaro | With quiet keys
EL-210 | Optical mouse | Voltaro | For both hands
EL-211 | Webcam | Voltaro | With a cover
EL-212 | Microphone | Sonora | For podcasts
GA-301 | Garden hose 20 m | Timbo | With a nozzle
GA-302 | Watering can | Timbo | Ten litres
GA-303 | Pruning shears | Kettler | For roses
GA-304 | Wheelbarrow | Timbo | Carries 100 kg
GA-305 | Lawn mower | Voltaro | Electric
GA-306 | Flower pot | Lumiere | Terracotta
SP-401 | Yoga mat | Nordwind | Does not slip
SP-402 | Skipping rope | Nordwind | With ball bearings
SP-403 | Dumbbell set | Nordwind | From 2 to 10 kg
SP-404 | Tennis racket | Nordwind | For beginners
SP-405 | Bicycle helmet | Nordwind | With a light
SP-406 | Swimming goggles | Nordwind | Against fog
TO-501 | Wooden building blocks | Timbo | For toddlers
TO-502 | Teddy bear | Timbo | 40 cm tall
TO-503 | Jigsaw puzzle | Timbo | 1000 pieces
TO-504 | Toy train | Timbo | With rails
`;

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));

function goods(table: string, shades: readonly string[]): JudgedProduct[] {
  return rowsOf(table).flatMap(([code = '', kind = '', brand = '', materials = '', text = '']) =>
    materials.split(', ').flatMap((material) =>
      shades.map((colour) => ({
        sku: `${code}-${material.slice(0, 3)}-${colour.slice(0, 3)}`.toUpperCase(),
        name: `${colour} ${material.toLowerCase()} ${kind.toLowerCase()}`,
        text,
        brand,
      })),
    ),
  );
}

/** All products. The SKU of goods is that of kind, material and colour: `SH-COT-BLU`. */
export const judgedProducts: readonly JudgedProduct[] = [
  ...goods(clothes, colours.clothes),
  ...goods(home, colours.home),
  ...rowsOf(others).map(([sku = '', name = '', brand = '', text = '']) => ({ sku, name, text, brand })),
];

/** Synonyms of the shop. */
export const judgedSynonyms = `pullover, jumper, sweater
pants => trousers
couch throw => blanket
carpet, rug
cup, mug
rucksack, backpack
trainers => sneakers
drapes, curtain
billfold => wallet
skillet => pan
bike => bicycle
earphones, headphones`;

/** Names of some products in a store view in German. */
export const germanNames: Readonly<Record<string, string>> = {
  'SH-COT-BLU': 'Blaues Hemd aus Baumwolle',
  'BO-LEA-BLA': 'Schwarze Stiefel aus Leder',
  'CH-OAK-WHI': 'Weißer Stuhl aus Eiche',
  'SE-OAK-WHI': 'Bücherregal aus Eiche',
  'KN-STE-GRE': 'Messer aus Stahl',
  'GA-302': 'Gießkanne',
  'GA-304': 'Schubkarre',
  'SP-405': 'Fahrradhelm',
  'AC-118': 'Regenschirm',
  'TO-503': 'Puzzlespiel',
};

/** A small shop in two languages: products that shoppers search for, and others that share their words. */

/** A product of the shop: name, description and the labels of its choices. */
export interface ShopProduct {
  readonly sku: string;
  readonly name: string;
  readonly text?: string | undefined;
  readonly brand?: string | undefined;
  /** Seasons, a multiple choice. */
  readonly seasons?: readonly string[];
}

const rows = `
24-MB01 | Joust duffle bag | A sturdy bag for the gym, with pockets for shoes and shirts | Nordwind | All seasons
24-MB04 | Strive shoulder pack | Carry a laptop and a water bottle | Nordwind |
24-WB02 | Compete track tote | A tote for yoga mats |  |
SH-LIN-01 | Linen shirt | Breathable, wear it with shorts | Alba | Summer
SH-COT-02 | Cotton shirt with long sleeves | For the office | Alba | Spring, Autumn
SH-TEE-03 | T-shirt organic | Soft organic cotton | Alba | Summer
SH-HAN-04 | Shirt hanger made of beech wood | Holds shirts and dresses | |
SH-PRE-05 | Travel steamer | Makes shirts smooth within minutes | Kettler & Sons |
DR-SUM-01 | Floral dress | A light dress with pockets | Alba | Summer
DR-EVE-02 | Evening dress, black | Long dress for a gala | Alba | Winter
DR-RED-03 | Red wrap dress | Wrap it and go | Alba | Spring
SHO-RUN-01 | Trail running shoes for men | Grip on wet stone | Falk |
SHO-RUN-02 | Road running shoes for women | Light and quick | Falk |
SHO-LEA-03 | Leather shoe polish | Cares for shoes and boots | |
SHO-BOO-04 | Winter boots | Lined with wool | Falk | Winter
SHO-SAN-05 | Sandal Rimini | Cork sole | Falk | Summer
KN-CHE-01 | Chef's knife 20 cm | Forged in one piece | Kettler & Sons |
KN-BRE-02 | Bread knife | Serrated | Kettler & Sons |
KN-BLO-03 | Block for kitchen knives | Empty, for six knives | Kettler & Sons |
KI-GLA-01 | Wine glass, set of six | Crystal | Lumière |
KI-GLA-02 | Water glasses | Four glasses of 300 ml | Lumière |
KI-MUG-03 | Coffee mug 350 ml | Stoneware | Lumière |
KI-POT-04 | Stock pot 5 l | Stainless steel | Kettler & Sons |
KI-PAN-05 | Frying pan 28cm | Non-stick | Kettler & Sons |
KI-TEA-06 | Teapot | For green tea | Lumière |
EL-PHO-01 | iPhone 15 case | Clear case | |
EL-CHA-02 | USB-C charger 65W | Charges laptops and phones | Voltaro |
EL-CAB-03 | USB-C cable 2m | Braided | Voltaro |
EL-SPE-04 | Bluetooth speaker | Plays 12 hours | Voltaro |
EL-HEA-05 | Wireless headphones | With noise cancelling | Voltaro |
EL-BAT-06 | AA batteries, 8 pieces | Alkaline | Voltaro |
EL-LAM-07 | Desk lamp | With USB-C port for chargers | Voltaro |
JE-EAR-01 | Gold earrings | Hoops | Lumière |
JE-NEC-02 | Silver necklace | With a pendant | Lumière |
JE-WAT-03 | Women's watch | Sapphire glass | Lumière |
JE-RIN-04 | Engagement ring | A diamond | Lumière |
TO-BLO-01 | Wooden building blocks | For babies from 12 months | Timbo |
TO-TRA-02 | Toy train | With wooden rails | Timbo |
TO-PUZ-03 | Puzzle with 1000 pieces | Mountains | Timbo |
BA-ROM-01 | Baby romper | For newborn babies | Timbo | Summer
BA-BLA-02 | Knitted blanket | For the pram | Timbo | Winter
HO-CUR-01 | Curtain, linen | 140 x 250 cm | |
HO-TOW-02 | Bath towel | Terry | |
HO-CAN-03 | Scented candle | Vanilla and café | |
HO-PIL-04 | Pillow case | Satin | |
HO-CHA-05 | Rocking chair | Oak | |
HO-TAB-06 | Coffee table | Walnut | |
HO-SHE-07 | Book shelf | Five boards | |
GA-SHO-01 | Garden shovel | Steel | Timbo |
GA-HOS-02 | Garden hose 20 m | With nozzle | |
GA-SEE-03 | Tomato seeds | Grow tomatoes | |
GA-GLO-04 | Gardening gloves | Leather palms | |
SP-YOG-01 | Yoga strap 6 foot | Stretch further | Nordwind |
SP-YOG-02 | Yoga mat | With a strap to carry it | Nordwind |
SP-BAL-03 | Exercise ball 65 cm | With pump | Nordwind |
SP-LEG-04 | Leggings for running | Quick drying | Falk |
SP-WAR-05 | Leg warmers | Knitted | Falk | Winter
SP-BIK-06 | Men's cycling jersey | Three pockets | Falk |
SC-WOO-01 | Wool scarf | Merino | Alba | Winter
SC-SIL-02 | Silk scarves, two pieces | One red, one blue | Alba |
HA-STR-01 | Straw hat | Against the sun | Alba | Summer
`;

/** All products of the shop. */
export const shopProducts: readonly ShopProduct[] = rows
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([sku, name, text, brand, seasons]) => ({
    sku: sku!,
    name: name!,
    text,
    brand,
    seasons: seasons ? seasons.split(', ') : [],
  }));

/** Sets of products: a name and the SKUs of the parts. */
export const shopSets: readonly { readonly sku: string; readonly name: string; readonly parts: readonly string[] }[] = [
  { sku: 'SET-YOGA', name: 'Companion kit', parts: ['SP-YOG-01', 'SP-YOG-02'] },
  { sku: 'SET-KITCHEN', name: 'First kitchen', parts: ['KN-CHE-01', 'KI-PAN-05', 'KI-MUG-03'] },
];

/** Searches of shoppers in English, each with the product that comes first. */
export const englishSearches: Readonly<Record<string, string>> = {
  shirt: 'SH-LIN-01',
  shirts: 'SH-LIN-01',
  'linen shirts': 'SH-LIN-01',
  'long sleeve shirt': 'SH-COT-02',
  tshirt: 'SH-TEE-03',
  't-shirt': 'SH-TEE-03',
  't-shirts': 'SH-TEE-03',
  'shirt hangers': 'SH-HAN-04',
  steamers: 'SH-PRE-05',
  'summer dress': 'DR-SUM-01',
  'dresses for summer': 'DR-SUM-01',
  'black dresses': 'DR-EVE-02',
  'red dress': 'DR-RED-03',
  'mens running shoes': 'SHO-RUN-01',
  "women's running shoe": 'SHO-RUN-02',
  'shoe polish': 'SHO-LEA-03',
  boots: 'SHO-BOO-04',
  'winter boot': 'SHO-BOO-04',
  sandals: 'SHO-SAN-05',
  'chefs knife': 'KN-CHE-01',
  'bread knives': 'KN-BRE-02',
  'knife block': 'KN-BLO-03',
  'wine glasses': 'KI-GLA-01',
  'water glass': 'KI-GLA-02',
  'coffee mugs': 'KI-MUG-03',
  '350ml mug': 'KI-MUG-03',
  'frying pans 28 cm': 'KI-PAN-05',
  iphone15: 'EL-PHO-01',
  'iphone 15 cases': 'EL-PHO-01',
  'usb-c chargers': 'EL-CHA-02',
  'usbc cable': 'EL-CAB-03',
  speakers: 'EL-SPE-04',
  headphone: 'EL-HEA-05',
  'aa battery': 'EL-BAT-06',
  earring: 'JE-EAR-01',
  'womens watches': 'JE-WAT-03',
  'engagement rings': 'JE-RIN-04',
  'baby rompers': 'BA-ROM-01',
  'linen curtains': 'HO-CUR-01',
  'scented candles': 'HO-CAN-03',
  cafe: 'HO-CAN-03',
  bookshelves: 'HO-SHE-07',
  'gardening glove': 'GA-GLO-04',
  'tomato seed': 'GA-SEE-03',
  'yoga straps': 'SP-YOG-01',
  'yoga mats': 'SP-YOG-02',
  leggings: 'SP-LEG-04',
  'leg warmer': 'SP-WAR-05',
  scarves: 'SC-SIL-02',
  scarf: 'SC-WOO-01',
  '24-mb01': '24-MB01',
  '24mb01': '24-MB01',
  mb04: '24-MB04',
  'companion kits': 'SET-YOGA',
  'timbo blocks': 'TO-BLO-01',
  'nordwind bags': '24-MB01',
  'lumiere teapot': 'KI-TEA-06',
  'coffee tab': 'HO-TAB-06',
};

/** Names that a store view in German has for some products. */
export const germanNames: Readonly<Record<string, string>> = {
  'SH-LIN-01': 'Hemd aus Leinen',
  'DR-SUM-01': 'Geblümtes Kleid',
  'SHO-RUN-01': 'Laufschuhe für Herren',
  'HO-CHA-05': 'Schaukelstuhl',
  'HO-TAB-06': 'Tisch aus Nussbaum',
  'HO-SHE-07': 'Bücherregal',
  'BA-BLA-02': 'Gestrickte Mütze',
  'GA-GLO-04': 'Gartenhandschuhe',
  'KI-GLA-02': 'Wassergläser',
  'SC-WOO-01': 'Wollschal für die Straße',
};

/** Searches of shoppers in German. */
export const germanSearches: Readonly<Record<string, string>> = {
  hemden: 'SH-LIN-01',
  kleider: 'DR-SUM-01',
  'geblumte kleider': 'DR-SUM-01',
  laufschuh: 'SHO-RUN-01',
  schaukelstuehle: 'HO-CHA-05',
  schaukelstühle: 'HO-CHA-05',
  tische: 'HO-TAB-06',
  buecherregale: 'HO-SHE-07',
  muetzen: 'BA-BLA-02',
  gartenhandschuh: 'GA-GLO-04',
  wasserglas: 'KI-GLA-02',
  strasse: 'SC-WOO-01',
  'sommer hemden': 'SH-LIN-01',
};

/** A word and another form of it in each language: the one is found by the other. */
export const wordForms: Readonly<Record<string, string>> = {
  da_DK: 'skjorte skjorter, kjole kjoler, taske tasker, hue huer, bog bøger',
  de_DE: 'Hemd Hemden, Stuhl Stühle, Haus Häuser, Jacke Jacken, Tür Tueren',
  en_GB: 'dress dresses, knife knives, woman women, berry berries, watch watches',
  es_ES: 'camisa camisas, pantalón pantalones, luz luces, reloj relojes, lápiz lápices',
  fi_FI: 'kenkä kengät, paita paidat, laukku laukut, hattu hatut, kirja kirjat',
  fr_FR: 'chemise chemises, manteau manteaux, bijou bijoux, chapeau chapeaux, rouge rouges',
  it_IT: 'camicia camicie, giacca giacche, borsa borse, orologio orologi, cappello cappelli',
  nb_NO: 'skjorte skjorter, kjole kjoler, lue luer, bok bøker, jakke jakker',
  nl_NL: 'schoen schoenen, jas jassen, glas glazen, kaars kaarsen, boom bomen',
  pl_PL: 'książka książki, but buty, kubek kubki, koszula koszule, stół stoły',
  pt_PT: 'camisa camisas, relógio relógios, calção calções, lençol lençóis, anel anéis',
  sv_SE: 'sko skor, skjorta skjortor, klänning klänningar, väska väskor, bok böcker',
};
